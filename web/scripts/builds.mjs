// What is built, from what. Each build is skipped when nothing it reads has changed.

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { at, bin } from './paths.mjs';
import { run } from './run.mjs';
import { writeShaders } from './shaders.mjs';
import { unlessFresh } from './stamp.mjs';

/** Builds of the core by the glue that they share: a pair runs the same code between JavaScript and C++. */
const glues = { glue: ['simd', 'relaxed'], 'glue-threads': ['simd-threads', 'relaxed-threads'] };
const cores = Object.values(glues).flat();
const emitted = cores.flatMap((name) => [`${name}.js`, `${name}.wasm`]);
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
      outputs: [...emitted, ...lesson].map((file) => `build/wasm/${file}`),
    },
    () => buildPreset('wasm'),
  );

/** The npm package: compiled TypeScript, the shaders as a module, and the WebAssembly builds beside it. */
export const buildLib = () =>
  unlessFresh(
    {
      stamp: 'build/stamps/lib',
      inputs: ['web/lib', 'tsconfig.json', ...emitted.map((file) => `build/wasm/${file}`)],
      outputs: [
        ...['dist/lib/index.js', 'dist/lib/webgpu/shaders.js'],
        ...Object.keys(glues).map((name) => `dist/lib/wasm/${name}.js`),
        ...cores.map((name) => `dist/lib/wasm/${name}.wasm`),
      ],
    },
    async () => {
      rmSync(at('dist/lib'), { recursive: true, force: true });
      await run('lib build', [bin('tsc'), '-p', 'web/lib']);
      writeShaders();
      for (const name of cores) cpSync(at('build/wasm', `${name}.wasm`), at('dist/lib/wasm', `${name}.wasm`));
      for (const [name, builds] of Object.entries(glues)) writeGlue(name, builds);
      writeAsScript('dist/lib/wasm/thread.js');
    },
  );

/**
 * Emscripten writes the glue of each build with the name of its .wasm and the address of the module. Neither is needed, as
 * the package hands the compiled module in, and the address is nowhere to be had in a bundle that is no module.
 *
 * @param {string} name @param {string[]} builds
 */
function writeGlue(name, builds) {
  const [text, ...others] = builds.map((build) =>
    readFileSync(at('build/wasm', `${build}.js`), 'utf8')
      .replaceAll(`"${build}.wasm"`, '""')
      .replaceAll('import.meta.url', 'undefined'),
  );
  if (others.some((other) => other !== text)) throw new Failure(`${builds.join(' and ')} want glue of their own`);
  writeFileSync(at('dist/lib/wasm', `${name}.js`), /** @type {string} */ (text));
}

/**
 * Takes away the one line that makes a file without imports a module: as a script it runs in every worker, also copied
 * away from the package.json that says what is one. @param {string} file
 */
function writeAsScript(file) {
  const text = readFileSync(at(file), 'utf8');
  if (!text.includes('\nexport {};\n')) throw new Failure(`${file} does not end as TypeScript ends a module`);
  writeFileSync(at(file), text.replace('\nexport {};\n', '\n'));
}

/** `xattention/inspector`: the page's widgets as an element for other sites, in the package beside the core. */
export const buildInspector = () =>
  unlessFresh(
    {
      stamp: 'build/stamps/inspector',
      inputs: ['web/page', 'web/lib', 'tsconfig.json', 'package-lock.json'],
      outputs: ['inspector.js', 'inspector.d.ts', 'inspector-jsx.d.ts'].map((file) => `dist/lib/${file}`),
    },
    async () => {
      await run('inspector build', [bin('vite'), 'build', 'web/page/component']);
      for (const file of ['inspector.d.ts', 'inspector-jsx.d.ts'])
        cpSync(at('web/page/component', file), at('dist/lib', file));
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
