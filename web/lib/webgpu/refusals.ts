// What does not fit is refused in the words of the core, which alone knows them.

import { AttentionError } from '../errors.js';
import { Misfit } from './shapes.js';

/**
 * Judges the arguments of a call.
 *
 * @param refuse - makes the same call of the core, which throws before it computes
 * @throws AttentionError what the core throws
 */
export function judged<T>(judge: () => T, refuse: () => unknown): T {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    refuse();
    const complaint = { argument: 'arguments', expected: 'what the core accepts', got: 'what the GPU does not' };
    throw new AttentionError('internal', complaint, { cause: error });
  }
}
