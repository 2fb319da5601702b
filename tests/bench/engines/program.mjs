// Engines that are programs of their own: one run of the program for each workload, told a line at a time what to do.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Debian's Python, which Debian's PyTorch belongs to. */
const python = '/usr/bin/python3';

export function openPyTorch(clock) {
  let version;
  try {
    version = execFileSync(python, ['-c', 'import torch; print(torch.__version__)'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    throw new Error(`${python} has no torch (Debian: python3-torch)`);
  }
  return { ...engineOf(`${version}`.trim(), [python, at('../pytorch.py')], clock), mostFlop: 6e9 };
}

export function openNative(clock, threads) {
  const program = at('../../../build/bench/native');
  if (!existsSync(program)) throw new Error('build/bench/native is not built');
  return engineOf('instruction set chosen at run time', [program], clock, [`${threads}`]);
}

function engineOf(version, command, clock, last = []) {
  const prepare = (workload, inputs) => [
    { way: 'program', open: () => start(command, workload, inputs, [clock, ...last]) },
  ];
  return { version, prepare };
}

async function start([program, ...first], workload, { parameters, ...tensors }, last) {
  const folder = mkdtempSync(join(tmpdir(), 'xattention-bench-'));
  for (const [name, { data }] of Object.entries({ ...tensors, ...parameters }))
    writeFileSync(join(folder, `${name}.bin`), data);

  const { kind, batchSize, numSteps, numHiddens, numHeads, numKvHeads, mask } = workload;
  const sizes = [batchSize, numSteps, numHiddens, numHeads, numKvHeads].map(String);
  const child = spawn(program, [...first, folder, kind, ...sizes, mask, ...last], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise((_, reject) => {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('close', (code, signal) =>
      reject(new Error(said.trim().split('\n').at(-1) || `it ended (${signal ?? code})`)),
    );
  });
  ended.catch(() => {}); // who waits for an answer hears of it
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line) => {
    child.stdin.write(`${line}\n`);
    return JSON.parse((await Promise.race([answers.next(), ended])).value);
  };
  return {
    async run() {
      await ask('run');
      const { buffer } = new Uint8Array(readFileSync(join(folder, 'output.bin')));
      return new Float32Array(buffer);
    },
    sample: (seconds) => ask(`sample ${seconds}`),
    memory: () => ask('memory'),
    close() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
