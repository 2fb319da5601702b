// The table on the terminal: one line for each workload, and under it what did not run and why.

import { mebibytes } from './bars.mjs';
import { engines } from './engines/index.mjs';

const nameWidth = 34;
const columnWidth = 18;

export const milliseconds = (x) => (x < 10 ? x.toPrecision(3) : x.toFixed(x < 100 ? 1 : 0));

/** @param {{ name: string, title: string }[]} about */
export function tableHead(about) {
  return [
    '',
    'Milliseconds; ours with GFLOP/s of required arithmetic and share of the multiply-add ceiling;',
    'a peer with its time ÷ that of xattention, relaxed SIMD (natively: of xattention, native).',
    ['(batch, steps, hidden, heads)'.padEnd(nameWidth), ...about.map(({ name }) => name.padStart(columnWidth))].join(
      ' ',
    ),
  ];
}

/** The engine of ours that a peer is compared with. */
export function ourOwnFor({ name, native }) {
  if (engines[name]?.threads) return 'relaxed-2';
  return native ? 'native' : 'relaxed';
}

function cell(result, results, engine) {
  if (!result) return '';
  if (result.missing) return '–';
  const time = milliseconds(result.median);
  if (result.share) return `${time} ${result.gflops.toFixed(0)} ${(100 * result.share).toFixed(0)}%`;
  const ours = results[ourOwnFor(engine)]?.median;
  return ours && ourOwnFor(engine) !== engine.name
    ? `${time} ${(result.median / ours).toFixed(2)}×`
    : `${time} ${result.gflops.toFixed(0)}`;
}

export function lineOf({ name, results }, about) {
  const cells = about.map((engine) => cell(results[engine.name], results, engine).padStart(columnWidth));
  const lines = [[name.padEnd(nameWidth), ...cells].join(' ')];
  for (const { name: engine } of about) {
    const { missing, memory } = results[engine] ?? {};
    if (missing) lines.push(`    ${engine}: ${missing}`);
    if (memory) lines.push(`    ${engine}: ${memoryOf(memory)}`);
  }
  return lines;
}

function memoryOf({ missing, wasm, resident }) {
  if (missing) return `memory not measured, ${missing}`;
  const ofProcess = `${mebibytes(resident)} of the process`;
  return `${wasm === undefined ? ofProcess : `${mebibytes(wasm)} of WebAssembly memory, ${ofProcess}`} beyond inputs and output`;
}
