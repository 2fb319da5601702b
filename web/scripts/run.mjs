// Runs a program as a step: what it prints goes into build/logs/<step>.log, and its end is shown where the step fails.

import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { Failure } from './failure.mjs';
import { at, root } from './paths.mjs';
import { step } from './progress.mjs';

/** Where a step's log, or with another ending its report, is. @param {string} name @param {string} ending */
export function logPath(name, ending = '.log') {
  mkdirSync(at('build/logs'), { recursive: true });
  return at('build/logs', name.replaceAll(/\W+/g, '-') + ending);
}

/**
 * @param {string} name of the step and of its log
 * @param {string[]} command
 * @param {Record<string, string>} [env] added to this process's own
 */
export const run = (name, command, env = {}) => step(name, (detail) => execute(name, command, env, detail));

/**
 * @param {string} name
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @param {(line: string) => void} detail is told each last line
 * @returns {Promise<void>}
 */
function execute(name, [program = '', ...args], env, detail) {
  const log = createWriteStream(logPath(name));
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', CMAKE_BUILD_PARALLEL_LEVEL: `${availableParallelism()}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  let recent = '';
  const lines = () =>
    recent
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => line.slice(0, 300));
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      const text = stripVTControlCharacters(chunk); // not every program heeds NO_COLOR
      log.write(text);
      recent = (recent + text).slice(-20_000);
      detail(lines().at(-1) ?? '');
    });
  }

  return new Promise((resolve, reject) => {
    child.on('error', ({ message }) => reject(new Failure(`${name}: ${program} could not be started: ${message}`)));
    child.on('close', (code, signal) => {
      log.end();
      if (code === 0) return resolve();
      const end = `${name} failed (${signal ?? `exit status ${code}`}); the whole log: ${log.path}`;
      reject(new Failure([...lines().slice(-30), end].join('\n')));
    });
  });
}
