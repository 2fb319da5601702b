// Runs a program as a step: what it prints goes into build/logs/<step>.log, and is shown where the step fails.

import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { at, root } from './paths.mjs';
import { step } from './progress.mjs';

/**
 * @param {string} name of the step and of its log
 * @param {string[]} command
 * @param {Record<string, string>} [env] added to this process's own
 */
export function run(name, [program = '', ...args], env = {}) {
  return step(
    name,
    (detail) =>
      /** @type {Promise<void>} */ (
        new Promise((resolve, reject) => {
          const path = at('build', 'logs', `${name.replaceAll(/\W+/g, '-')}.log`);
          mkdirSync(at('build', 'logs'), { recursive: true });
          const log = createWriteStream(path);
          const child = spawn(program, args, {
            cwd: root,
            env: { ...process.env, NO_COLOR: '1', ...env },
            stdio: ['ignore', 'pipe', 'pipe'],
          });
          /** @type {string[]} */
          let tail = [];
          /** @param {Buffer} chunk */
          const keep = (chunk) => {
            log.write(chunk);
            tail = [...tail, ...chunk.toString().split(/\r?\n/)].filter((line) => line.trim() !== '').slice(-30);
            detail(tail.at(-1) ?? '');
          };
          child.stdout.on('data', keep);
          child.stderr.on('data', keep);
          child.on('error', (error) =>
            reject(new Failure(`${name}: ${program} could not be started: ${error.message}`)),
          );
          child.on('close', (code, signal) => {
            log.end();
            if (code === 0) resolve();
            else
              reject(new Failure([...tail, `${name} failed (${signal ?? code}); the whole log: ${path}`].join('\n')));
          });
        })
      ),
  );
}
