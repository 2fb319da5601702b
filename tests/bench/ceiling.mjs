// The multiply-add ceiling: how fast this engine multiplies and adds vectors of four when it does nothing else.

const chains = 13; // independent sums: as many as stay in registers beside x and y
const unrolled = 8;

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

/**
 * A module whose function `run(rounds, x, y)` does sum = sum · x + y in every chain, `unrolled` times a round. No
 * operand of a multiplication stays the same, so none can be moved out of the loop.
 * @param {boolean} relaxed
 */
function moduleBytes(relaxed) {
  const [x, y, first] = [3, 4, 5]; // locals behind the three parameters
  const steps = [];
  for (let chain = 0; chain < chains; chain++) {
    const sum = first + chain;
    const operation = relaxed
      ? [LOCAL_GET, sum, LOCAL_GET, x, LOCAL_GET, y, ...relaxedMultiplyAdd]
      : [LOCAL_GET, sum, LOCAL_GET, x, ...multiply, LOCAL_GET, y, ...add];
    steps.push(...operation, LOCAL_SET, sum);
  }
  const result = [LOCAL_GET, first, ...extractLane];
  for (let chain = 1; chain < chains; chain++) result.push(LOCAL_GET, first + chain, ...extractLane, f32Add);
  const code = [
    ...[1, 2 + chains, V128],
    ...[LOCAL_GET, 1, ...splat, LOCAL_SET, x, LOCAL_GET, 2, ...splat, LOCAL_SET, y],
    ...[LOOP, VOID, ...Array(unrolled).fill(steps).flat()],
    ...[LOCAL_GET, 0, I32_CONST, 1, I32_SUB, LOCAL_TEE, 0, BR_IF, 0, END],
    ...[...result, END],
  ];
  const name = [...new TextEncoder().encode('run')];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 3, I32, F32, F32, 1, F32]),
    ...section(3, [1, 0]),
    ...section(7, [1, name.length, ...name, 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
}

/**
 * @param {boolean} relaxed with one instruction for a multiply-add, or with two
 * @returns {() => number} floating-point operations that one call has done, about 10 ms of them
 */
export function ceilingLoop(relaxed) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes(relaxed)));
  const rounds = 700_000;
  return () => {
    exports.run(rounds, 0.5, 0.5);
    return rounds * unrolled * chains * 4 * 2;
  };
}
