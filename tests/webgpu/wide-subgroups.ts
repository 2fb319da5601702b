// An engine whose subgroups hold all eight threads of a row, whatever the adapter's: what passes between the registers
// of a subgroup is imitated in workgroup memory. It shows that the numbers are right, not that nothing races: the
// imitation waits for all threads where subgroups do not.

import { loadWebGpu, type WebGpuEngine } from 'xattention';
import { openDevice } from './support.js';

const imitation = `
var<private> me: u32;
var<workgroup> passed: array<vec4<f32>, 64>;
fn imitated(mine: vec4<f32>, step: u32) -> vec4<f32> {
  workgroupBarrier();
  passed[me] = mine;
  workgroupBarrier();
  return passed[me ^ step];
}
`;

function imitating(code: string): string {
  if (!code.includes('enable subgroups;')) return code;
  const imitated = code
    .replaceAll('subgroupShuffleXor(', 'imitated(')
    .replace('  let place =', '  me = thread_index;\n$&');
  return imitated.replace('enable subgroups;', `$&\n${imitation}`);
}

/** Undefined where the adapter has no subgroups at all. */
export async function openWithWideSubgroups(): Promise<WebGpuEngine | undefined> {
  const device = await openDevice(['subgroups']);
  if (!device.features.has('subgroups')) return undefined;
  Object.defineProperty(device, 'adapterInfo', { value: { subgroupMinSize: 8 } });
  const create = device.createShaderModule.bind(device);
  device.createShaderModule = (module) => create({ ...module, code: imitating(module.code) });
  return loadWebGpu({ device, variant: 'subgroups' });
}
