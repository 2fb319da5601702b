// How the sources are checked and put in order.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { at, bin } from './paths.mjs';

// Another version lays some lines out differently, so only this one decides.
const version = 19;

export function findClangFormat() {
  const printsVersion = (/** @type {string} */ program) =>
    spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
  const found = [`clang-format-${version}`, 'clang-format'].find((program) =>
    printsVersion(program)?.includes(`version ${version}.`),
  );
  return found ? { clangFormat: found } : { missing: `clang-format ${version} is not installed` };
}

const cppFiles = () =>
  ['src', 'tests'].flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.[ch]pp$/.test(file))
      .map((file) => `${folder}/${file}`),
  );

/** The checks by name, each a command that fails where something is not in order. @param {string} [clangFormat] */
export const checks = (clangFormat) => ({
  biome: [bin('biome'), 'check', '--error-on-warnings'],
  types: [bin('tsc'), '-p', '.'],
  ...(clangFormat && { 'clang-format': [clangFormat, '--dry-run', '-Werror', ...cppFiles()] }),
});

/** @param {string} [clangFormat] */
export const formatters = (clangFormat) => ({
  biome: [bin('biome'), 'check', '--write', '--linter-enabled=false'],
  ...(clangFormat && { 'clang-format': [clangFormat, '-i', ...cppFiles()] }),
});
