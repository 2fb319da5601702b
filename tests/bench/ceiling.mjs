// The multiply-add ceiling: how fast this engine multiplies and adds vectors of four when it does nothing else.

import { setFlagsFromString } from 'node:v8';

const I32 = 0x7f;
const V128 = 0x7b;
const [LOOP, BR_IF, END, LOCAL_GET, LOCAL_SET, LOCAL_TEE, I32_CONST, I32_SUB, VOID] = [
  0x03, 0x0d, 0x0b, 0x20, 0x21, 0x22, 0x41, 0x6b, 0x40,
];
const F32 = 0x7d;
const splat = [0xfd, 19];
const add = [0xfd, 0xe4, 0x01];
const multiply = [0xfd, 0xe6, 0x01];
const relaxedMultiplyAdd = [0xfd, 0x85, 0x02];
const extractLane = [0xfd, 31, 0];
const f32Add = 0x92;

/** Unsigned LEB128. @param {number} n @returns {number[]} */
const leb = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...leb(n >> 7)]);
const section = (id, bytes) => [id, ...leb(bytes.length), ...bytes];

const get = (local) => [LOCAL_GET, local];
const set = (local) => [LOCAL_SET, local];
const range = (count) => Array.from({ length: count }, (_, i) => i);

/**
 * The body of a loop, the vectors it needs beside x and y, and the multiplications and additions in it. No operand of a
 * multiplication stays the same, or the engine would move it out of the loop.
 * @typedef {{ steps: number[], vectors: number, operations: number }} Body
 */

/** sum = sum · x + y in one instruction, in as many independent sums as stay in registers. @returns {Body} */
function oneInstruction(x, y, first) {
  const chains = range(13);
  const step = chains.flatMap((i) => [
    ...get(first + i),
    ...get(x),
    ...get(y),
    ...relaxedMultiplyAdd,
    ...set(first + i),
  ]);
  return { steps: Array(8).fill(step).flat(), vectors: chains.length, operations: 8 * 2 * chains.length };
}

/**
 * sum += a · b for each of 4 a and 2 b, as the kernels of a matrix product do: multiplications that wait for no sum are
 * faster in two instructions. Every a grows by x each time, which counts as an addition. @returns {Body}
 */
function twoInstructions(x, y, first) {
  const rows = range(4);
  const columns = [x, y];
  const sum = (i, j) => first + rows.length + i * columns.length + j;
  const product = (i, b, j) => [
    ...get(sum(i, j)),
    ...get(first + i),
    ...get(b),
    ...multiply,
    ...add,
    ...set(sum(i, j)),
  ];
  const step = rows.flatMap((i) => [
    ...[...get(first + i), ...get(x), ...add, ...set(first + i)],
    ...columns.flatMap((b, j) => product(i, b, j)),
  ]);
  const operations = rows.length * (1 + 2 * columns.length);
  return { steps: [...step, ...step], vectors: rows.length * (1 + columns.length), operations: 2 * operations };
}

/** A module with the function run(rounds, x, y). */
function moduleBytes(body) {
  const [x, y, first] = [3, 4, 5]; // locals behind the three parameters
  const { steps, vectors, operations } = body(x, y, first);
  const lanes = range(vectors).map((i) => [...get(first + i), ...extractLane]);
  const code = [
    ...[1, 2 + vectors, V128],
    ...[...get(1), ...splat, ...set(x), ...get(2), ...splat, ...set(y)],
    ...[LOOP, VOID, ...steps, ...get(0), I32_CONST, 1, I32_SUB, LOCAL_TEE, 0, BR_IF, 0, END],
    ...lanes.flatMap((lane, i) => (i > 0 ? [...lane, f32Add] : lane)), // so that no sum is left out
    END,
  ];
  const name = [...new TextEncoder().encode('run')];
  const bytes = new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 3, I32, F32, F32, 1, F32]),
    ...section(3, [1, 0]),
    ...section(7, [1, name.length, ...name, 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
  return { bytes, operations };
}

/** Compiled by V8's best compiler at once: else the loop may run for seconds as its quick one left it. */
function compile(bytes) {
  setFlagsFromString('--no-liftoff --no-wasm-lazy-compilation');
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString('--liftoff --wasm-lazy-compilation');
  }
}

/**
 * @param {boolean} relaxed with one instruction for a multiply-add, or with two
 * @returns {() => number} floating-point operations that one call has done, about 10 ms of them
 */
export function ceilingLoop(relaxed) {
  const { bytes, operations } = moduleBytes(relaxed ? oneInstruction : twoInstructions);
  const { exports } = new WebAssembly.Instance(compile(bytes));
  const rounds = Math.ceil(1e8 / operations);
  return () => {
    exports.run(rounds, 0.5, 0.5);
    return rounds * operations * 4;
  };
}
