// What is built, from what. Each build is skipped when nothing it reads has changed.

import { cpSync, rmSync } from 'node:fs';
import { at, bin } from './paths.mjs';
import { run } from './run.mjs';
import { writeShaders } from './shaders.mjs';
import { unlessFresh } from './stamp.mjs';

const glue = ['simd', 'simd-threads', 'relaxed', 'relaxed-threads'].flatMap((name) => [`${name}.js`, `${name}.wasm`]);
/** What the lesson needs beside the package: the page takes it from where it is built. */
const lesson = ['lesson.js', 'lesson.wasm'];

/** @param {string} preset @param {string[]} [configure] more arguments for the configuration */
export async function buildPreset(preset, configure = []) {
  await run(`${preset} configure`, ['cmake', '--preset', preset, ...configure]);
  await run(`${preset} build`, ['cmake', '--build', '--preset', preset]);
}

export const buildWasm = () =>
  unlessFresh(
    {
      stamp: 'build/stamps/wasm',
      inputs: ['src', 'CMakeLists.txt', 'CMakePresets.json', 'node_modules/binaryen/package.json'],
      outputs: [...glue, ...lesson].map((file) => `build/wasm/${file}`),
    },
    () => buildPreset('wasm'),
  );

/** The npm package: compiled TypeScript, the shaders as a module, and the WebAssembly builds beside it. */
export const buildLib = () =>
  unlessFresh(
    {
      stamp: 'build/stamps/lib',
      inputs: ['web/lib', 'tsconfig.json', ...glue.map((file) => `build/wasm/${file}`)],
      outputs: ['dist/lib/index.js', 'dist/lib/webgpu/shaders.js', ...glue.map((file) => `dist/lib/wasm/${file}`)],
    },
    async () => {
      rmSync(at('dist/lib'), { recursive: true, force: true });
      await run('lib build', [bin('tsc'), '-p', 'web/lib']);
      writeShaders();
      for (const file of glue) cpSync(at('build/wasm', file), at('dist/lib/wasm', file));
    },
  );

/** `xattention/inspector`: the page's widgets as an element for other sites, in the package beside the core. */
export const buildInspector = () =>
  unlessFresh(
    {
      stamp: 'build/stamps/inspector',
      inputs: ['web/page', 'web/lib', 'tsconfig.json', 'package-lock.json'],
      outputs: ['dist/lib/inspector.js', 'dist/lib/inspector.d.ts'],
    },
    async () => {
      await run('inspector build', [bin('vite'), 'build', 'web/page/component']);
      cpSync(at('web/page/component/inspector.d.ts'), at('dist/lib/inspector.d.ts'));
    },
  );

/** All that is published. */
export async function buildPackage() {
  await buildWasm();
  await buildLib();
  await buildInspector();
}

/** The static page. */
export const buildPage = () =>
  unlessFresh(
    {
      stamp: 'build/stamps/page',
      inputs: [
        'web/page',
        'dist/lib',
        'tsconfig.json',
        'package-lock.json',
        ...lesson.map((file) => `build/wasm/${file}`),
      ],
      outputs: ['dist/page/index.html'],
    },
    () => run('page build', [bin('vite'), 'build', 'web/page']),
  );

export async function buildAll() {
  await buildPackage();
  await buildPage();
}
