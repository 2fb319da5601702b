// Gets what a build needs onto a bare machine: npm packages, then the toolchain.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { at, root } from './paths.mjs';
import { run } from './run.mjs';
import { unlessFresh } from './stamp.mjs';

function checkNode() {
  const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  if (satisfies(process.versions.node, engines.node)) return;
  throw new Failure(`Node ${engines.node} is needed, this is ${process.versions.node}: https://nodejs.org`);
}

/**
 * Whether a version is one of a range written as `^major.minor || >=major.minor`; before npm packages are installed there
 * is nobody else to ask.
 * @param {string} version @param {string} range
 */
export function satisfies(version, range) {
  const numbers = (/** @type {string} */ text) => text.match(/\d+/g)?.map(Number) ?? [];
  const [major = 0, minor = 0] = numbers(version);
  return range.split('||').some((part) => {
    const [oldestMajor = 0, oldestMinor = 0] = numbers(part);
    if (major === oldestMajor) return minor >= oldestMinor;
    return major > oldestMajor && !part.includes('^');
  });
}

export async function installPackages() {
  checkNode();
  await unlessFresh({ stamp: 'node_modules/.stamp', inputs: ['package-lock.json'], outputs: ['node_modules'] }, () =>
    run('npm packages', ['npm', 'ci']),
  );
}

/** @param {'build' | 'test' | 'fuzz'} goal */
export async function setUp(goal) {
  await installPackages();
  // It may ask before it installs something, and says itself what is wrong: the terminal is all its own.
  const { status, error } = spawnSync('bash', [at('src/toolchain/setup.sh'), goal], { cwd: root, stdio: 'inherit' });
  if (error) throw new Failure(`bash is needed to set up the toolchain: ${error.message}`);
  if (status !== 0) process.exit(1); // it has said why
}
