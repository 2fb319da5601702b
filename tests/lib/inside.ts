// An engine together with the module it computes in, which the package keeps to itself: for tests of memory.

import { compileBinary } from 'dist/lib/wasm/binary.js';
import { instantiate, supportedBuilds } from 'dist/lib/wasm/builds.js';
import type { Core, CoreModule } from 'dist/lib/wasm/core.js';
import { WasmEngine } from 'dist/lib/wasm/engine.js';
import { CoreHandle } from 'dist/lib/wasm/handle.js';

export interface Inside {
  engine: WasmEngine;
  module: CoreModule;
}

export async function openEngine(): Promise<Inside> {
  const [build] = supportedBuilds();
  if (!build) throw new Error('no build runs here');
  const module = await instantiate(build.alone, await compileBinary({}, build.alone.file));
  return { engine: engineOver(module.createCore(build.name, new module.Threads(1)) as Core), module };
}

/** An engine over a core that may be no WebAssembly at all. */
export function engineOver(core: Core): WasmEngine {
  const info = { backend: 'wasm' as const, variant: 'test', threads: 1, reason: 'made for a test' };
  return new WasmEngine({ handle: new CoreHandle(core), info, variants: [] });
}
