// npm run bench: whole layers beside those of other engines; what follows `--` is handed on.
//   --peers   first installs the engines to compare with
//   --stages  times each stage of each variant instead
//   --kernels times products alone instead
//   --webgpu  small layers on WebGPU in a browser instead
//   --typing  times the page instead, from a key to new numbers

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildAll, buildLib, buildWasm } from './builds.mjs';
import { Failure, runMain } from './failure.mjs';
import { relaxedSimdFlags } from './node-flags.mjs';
import { at, root } from './paths.mjs';
import { run } from './run.mjs';
import { setUp } from './setup.mjs';

const peers = at('tests/bench/node_modules');

/** @param {string[]} command */
const node = (command) => spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status ?? 1;

async function installPeers() {
  // onnxruntime-node has its library for the processor in the package, and would load another for GPUs.
  const env = { ONNXRUNTIME_NODE_INSTALL: 'skip' };
  await run('peers of the benchmark', ['npm', 'ci', '--prefix', 'tests/bench', '--ignore-scripts'], env);
}

/** The native core, as it is installed. The benchmark does without where that fails. */
async function buildNative() {
  try {
    const flags = ['-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_CXX_FLAGS='];
    const toolchain = `-DCMAKE_PREFIX_PATH=${at('.toolchain/usr')}`;
    const configure = ['cmake', '-S', 'tests/bench', '-B', 'build/bench', '-G', 'Ninja', ...flags, toolchain];
    await run('bench configure', configure);
    await run('bench build', ['cmake', '--build', 'build/bench']);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
  }
}

await runMain(async () => {
  const asked = process.argv.slice(2);
  if (asked.includes('--typing')) {
    await setUp('test');
    await buildAll();
    return node(['tests/bench/typing.mjs']);
  }
  await setUp('build');
  await buildWasm();
  await buildLib();
  if (asked.includes('--kernels')) {
    await run('kernels build', ['cmake', '--build', '--preset', 'wasm', '--target', 'kernels-simd', 'kernels-relaxed']);
    return node([...relaxedSimdFlags, 'tests/bench/kernels.mjs', ...asked]);
  }
  if (asked.includes('--stages')) return node([...relaxedSimdFlags, 'tests/bench/stages.mjs', ...asked]);
  if (asked.includes('--peers')) await installPeers();
  else if (!existsSync(peers))
    console.log(
      'No other engine is installed: `npm run bench -- --peers` puts them into tests/bench/node_modules (740 MB).',
    );
  if (asked.includes('--webgpu')) return node([...relaxedSimdFlags, 'tests/bench/webgpu/compare.mjs', ...asked]);
  await buildNative();
  return node(['tests/bench/compare.mjs', ...asked]);
});
