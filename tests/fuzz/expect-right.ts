// What a printed test calls: every engine there is, held to one call.

import { expect } from 'vitest';
import { openEngines, openLater } from './engines.js';
import { Court } from './faults.js';
import type { Call } from './values.js';

export { call, tensor, wrong } from './values.js';

const court = new Court({ engines: await openEngines(), later: await openLater() }, 1);

export async function expectRight(call: Call): Promise<void> {
  expect(await court.faultIn(call)).toBeUndefined();
}
