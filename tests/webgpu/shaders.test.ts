// The texts of the shaders, and what becomes of one that does not compile.

import { Gpu } from 'dist/lib/webgpu/gpu.js';
import { Pipelines, type Program, programs } from 'dist/lib/webgpu/programs.js';
import shaders from 'dist/lib/webgpu/shaders.js';
import { describe, expect, test } from 'vitest';
import { isAvailable } from './engine.js';
import { openDevice } from './support.js';

test.each(Object.entries(shaders))('%s writes no infinity and no NaN as a number', (_, text) => {
  const code = text.replaceAll(/\/\/.*/g, '');
  // A literal that overflows, a division by a literal 0, or a name for either.
  expect(code).not.toMatch(/\b(inf|infinity|nan)\b|\/\s*0\.?0*f?\b|\de\+?(39|[4-9]\d)/i);
});

describe.runIf(isAvailable)('on a device', async () => {
  const gpu = isAvailable ? new Gpu(await openDevice(['subgroups']), { origin: [] }) : undefined;
  // 8, where nothing goes through workgroup memory, compiles wherever there are subgroups, however small.
  const hasSubgroups = gpu?.device.features.has('subgroups');
  const variants: [string, number?][] = [['baseline'], ...(hasSubgroups ? [4, 8] : []).map(nameOf)];

  describe.each(variants)('%s', (_, subgroup) => {
    const changed = ({ files }: Program) => !subgroup || files.some((file) => `${file}_subgroups` in shaders);
    const canRun = ({ enable }: Program) => !enable || gpu?.device.features.has(`shader-${enable}`);
    const compiled = Object.values<Program>(programs).filter((program) => changed(program) && canRun(program));
    test.each(compiled)('$name compiles', async (program: Program) => {
      const pipelines = new Pipelines((gpu as Gpu).device);
      pipelines.subgroup = subgroup;
      const make = () => pipelines.of(program, program.name === 'attention' ? { VALUE_VECTORS: 1 } : {});
      await gpu?.scoped(program.name, make).accepted;
    });
  });

  test('a shader that does not compile is told, by its name, and never gives zeros', async () => {
    // The mask alone lacks what it calls.
    const broken: Program = { name: 'masked', files: ['mask'], bindings: programs.masked.bindings };
    const outcome = gpu?.scoped('broken', () => gpu.pipelines.of(broken, { BROKEN: 1 })).accepted;
    const told = { code: 'internal', argument: 'broken', got: expect.stringContaining('unresolved') };
    await expect(outcome).rejects.toMatchObject(told);
    gpu?.dispose();
  });
});

function nameOf(subgroup: number): [string, number] {
  return [`subgroups of ${subgroup}`, subgroup];
}
