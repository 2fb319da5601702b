// From what the application gives, or the browser has, to a device: nothing is asked of it that the adapter lacks, and
// less where it refuses what it lists.

import { answered, Silence } from '../answered.js';
import type { AttentionError } from '../errors.js';
import type { WebGpuLimits, WebGpuVariantName } from '../types.js';
import { describeAdapter, findAdapter, isSoftware } from './adapters.js';
import { messageOf, unavailable } from './failures.js';
import { Gpu } from './gpu.js';
import { LIMIT_NAMES } from './limits.js';

export interface DeviceSource {
  gpu?: GPU | undefined;
  device?: GPUDevice | undefined;
  limits?: Partial<WebGpuLimits> | undefined;
  /** Left out, the best that there is. */
  variant?: WebGpuVariantName | undefined;
  /** Refuses adapters that compute on the CPU. */
  isHardware?: boolean | undefined;
  /** Nobody waits for the device: asking for it keeps no program from ending. */
  isAside?: boolean | undefined;
}

export interface OpenedDevice {
  gpu: Gpu;
  /** What the adapter calls itself. */
  adapter: string;
  /** What is to be known of the device beside its name. */
  remarks: string[];
}

/** @throws AttentionError `webgpu-unavailable` with the reason */
export async function openDevice(source: DeviceSource): Promise<OpenedDevice> {
  const { device, limits } = source;
  if (device) {
    const { adapterInfo: info } = device;
    return { gpu: new Gpu(device, { limits }), adapter: describeAdapter(info), remarks: remarksOn({ info }) };
  }
  const { adapter, granted, remarks } = await requestDevice(source);
  return {
    gpu: new Gpu(granted, { limits, origin: [source.gpu, adapter] }),
    adapter: describeAdapter(adapter.info),
    remarks: [...remarksOn(adapter), ...remarks],
  };
}

function remarksOn(adapter: Pick<GPUAdapter, 'info'>): string[] {
  return isSoftware(adapter) ? ['in software'] : [];
}

/** Not needed, but made use of. */
const OPTIONAL_FEATURES = ['subgroups', 'shader-f16'] as const;

/** What a device is asked for with. */
interface Wish {
  features: readonly GPUFeatureName[];
  limits: Record<string, number>;
}

interface Granted {
  adapter: GPUAdapter;
  granted: GPUDevice;
  remarks: string[];
}

/** Asks for all that is of use, then for less and less. */
async function requestDevice(source: DeviceSource): Promise<Granted> {
  let refusal: AttentionError | undefined;
  for (let i = 0; ; i++) {
    // An adapter that has refused once may refuse whatever comes after, so that each wish has one of its own.
    const adapter = await findAdapter(source.gpu ?? globalThis.navigator?.gpu, { isAside: source.isAside ?? false });
    if (source.isHardware && isSoftware(adapter)) {
      throw unavailable('a GPU, or softwareGpu: true', `${describeAdapter(adapter.info)}, in software`);
    }
    const wishes = wishesFrom(adapter, source.variant === 'baseline' ? [] : OPTIONAL_FEATURES);
    const wish = wishes[i];
    if (!wish) throw refusal ?? unavailable('a device', 'none');
    try {
      const granted = await ask(adapter, wish, source);
      const remarks = refusal ? [`after it refused ${withheld(wish, wishes[0])} (${refusal.got})`] : [];
      return { adapter, granted, remarks };
    } catch (cause) {
      refusal ??= unavailable('a device', messageOf(cause), cause);
      if (cause instanceof Silence) throw refusal;
    }
  }
}

/** What was asked for at first, and at last was not. */
function withheld({ features, limits }: Wish, { features: offered, limits: listed }: Wish): string {
  const without: string[] = offered.filter((name) => !features.includes(name));
  if (Object.keys(limits).length < Object.keys(listed).length) without.push('the limits that it lists');
  return without.join(', ') || 'once';
}

function ask(adapter: GPUAdapter, { features, limits }: Wish, { isAside = false }: DeviceSource): Promise<GPUDevice> {
  const descriptor = { label: 'xattention', requiredFeatures: features, requiredLimits: limits };
  return answered(adapter.requestDevice(descriptor), { isAside, discard: (late) => late.destroy() });
}

/** As much as the adapter has of these features, and its limits; then one feature, or none; then all that without limits. */
function wishesFrom(adapter: GPUAdapter, features: readonly GPUFeatureName[]): [Wish, ...Wish[]] {
  const offered = features.filter((name) => adapter.features.has(name));
  const limits = limitsFrom(adapter);
  const fewer = offered.length > 1 ? [...offered.map((name) => [name]), []] : offered.length === 1 ? [[]] : [];
  return [
    { features: offered, limits },
    ...fewer.map((features) => ({ features, limits })),
    ...[offered, ...fewer].map((features) => ({ features, limits: {} })),
  ];
}

function limitsFrom({ limits }: GPUAdapter): Record<string, number> {
  const wanted = LIMIT_NAMES.filter((name) => name !== 'maxComputeWorkgroupsPerDimension');
  return Object.fromEntries(wanted.filter((name) => limits[name] !== undefined).map((name) => [name, limits[name]]));
}
