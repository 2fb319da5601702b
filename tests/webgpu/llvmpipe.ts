// A second adapter, with another compiler and with what the first has not: subgroups of eight threads, and shader-f16.
// Where it cannot be had, `gpu` is undefined and `reason` says why.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findGpu } from './vulkan.js';

const usr = fileURLToPath(new URL('../../.toolchain/mesa/usr', import.meta.url));

function only(folder: string, part: string): string {
  try {
    const name = readdirSync(join(usr, folder)).find((candidate) => candidate.includes(part));
    return join(usr, folder, name ?? part);
  } catch {
    return join(usr, folder, part);
  }
}

// Its code is then compiled in half the time, and runs half as fast.
process.env.GALLIVM_PERF ??= 'nopt';

export const { gpu, reason } = await findGpu({
  name: 'llvmpipe',
  icd: only('share/vulkan/icd.d', 'lvp_icd'),
  library: join(only('lib', '-linux-gnu'), 'libvulkan_lvp.so'),
  from: "Debian's mesa-vulkan-drivers",
});
