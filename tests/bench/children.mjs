// Processes of engines, seen from the parent: one question at a time.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { relaxedSimdFlags } from '../../web/scripts/node-flags.mjs';

const program = fileURLToPath(new URL('engine-process.mjs', import.meta.url));

export class Child {
  #process;
  #waiting;

  /** @param {string} name @param {'wall' | 'processor'} clock */
  static async start(name, clock) {
    const child = new Child();
    child.#process = fork(program, [name, clock], {
      serialization: 'advanced',
      execArgv: relaxedSimdFlags,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let said = '';
    child.#process.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2000);
    });
    child.#process.on('message', ({ result, failure }) => {
      if (failure === undefined) child.#waiting?.resolve(result);
      else child.#waiting?.reject(new Error(failure));
    });
    child.#process.on('exit', (code, signal) => {
      const lines = said.split('\n').filter((line) => /error/i.test(line));
      child.#waiting?.reject(new Error(lines[0] ?? `its process ended (${signal ?? code})`));
    });
    child.#process.on('error', (error) => child.#waiting?.reject(error)); // asked after its end
    await child.#answer();
    return child;
  }

  ask(request, operands = {}) {
    const answer = this.#answer();
    this.#process.send({ request, ...operands });
    return answer;
  }

  #answer() {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** It puts away what it has open, and ends. */
  stop() {
    this.#waiting = undefined;
    if (this.#process.connected) this.#process.disconnect();
  }
}
