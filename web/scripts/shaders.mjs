// The shaders as a module: bundlers, Node and plain static hosts all load a .js file, and none of them agrees on .wgsl.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { at } from './paths.mjs';

/** Writes dist/lib/webgpu/shaders.js: the text of every web/lib/webgpu/shaders/*.wgsl by its name. */
export function writeShaders() {
  const names = readdirSync(at('web/lib/webgpu/shaders')).filter((name) => name.endsWith('.wgsl'));
  const texts = names.map((name) => [
    name.replace('.wgsl', ''),
    readFileSync(at('web/lib/webgpu/shaders', name), 'utf8'),
  ]);
  writeFileSync(
    at('dist/lib/webgpu/shaders.js'),
    `export default ${JSON.stringify(Object.fromEntries(texts), null, 1)};\n`,
  );
}
