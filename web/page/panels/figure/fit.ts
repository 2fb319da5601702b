// How large every matrix is drawn. A matrix is open, with numbers, while there is room; else it folds to
// narrow cells of the same height, so that the reading line stays straight.
import { headSize, type Sizes, type StageName } from '../../model/stages';

export interface Look {
  width: number;
  height: number;
  /** Characters a number may take; 0 is folded. */
  digits: 0 | 4 | 5;
}

export type Looks = Record<StageName | 'K^T' | 'lower Q' | 'lower V' | 'lower weights', Look>;

export const bracket = 12; // brackets and their padding, left and right together
const open = { vector: 34, pair: 33 };
const narrowestNumber = 26;

/** Cells as wide as `room` allows, up to `most`; folded below what a number needs. */
function cells(count: number, room: number, most: number, height: number, folded: number): Look {
  const width = Math.min(most, Math.floor((room - bracket) / Math.max(1, count)));
  if (width < narrowestNumber || height < 18) {
    return { width: Math.max(1, Math.min(folded, (room - bracket) / Math.max(1, count))), height, digits: 0 };
  }
  return { width, height, digits: width >= 31 ? 5 : 4 };
}

/** All of a matrix in one room, folded or not: for pairs, which stay readable as colour at any width. */
const colours = (count: number, room: number, height: number): Look => cells(count, room, open.pair, height, open.pair);

/** Rows of bars with numbers need the full height; many rows share less. */
const rowHeight = (rows: number, most: number): number => (rows <= 16 ? most : rows <= 32 ? 20 : 12);

const parameterHeight = (rows: number): number => (rows <= 8 ? 26 : Math.max(2, Math.floor(208 / rows)));

export interface WideFit {
  looks: Looks;
  /** There is room beside V for the legend or the inspector. */
  pocket: boolean;
}

export const gaps = { labels: 64, upper: 24, lower: 16, sums: 42 };

export function fitWide(width: number, sizes: Sizes, openPair: StageName): WideFit {
  const { numSteps: n, numHiddens } = sizes;
  const size = headSize(sizes);
  const row = rowHeight(n, 32);
  const barsHeight = row;

  // Upper band: X, Q, K, V. Beyond four numbers a row they take the pocket's room, beyond eight they fold.
  const widest = Math.max(size, numHiddens);
  const pocket = widest <= 4 || size > 8;
  const upper = (width - gaps.labels - 4 * gaps.upper - (pocket ? 400 : 0)) / 4;
  const vector = (count: number, room: number): Look =>
    barsHeight < 30 ? { ...cells(count, room, 9, 0, 9), height: row } : cells(count, room, open.vector, row, 9);
  const parameter = (room: number): Look => {
    const look = cells(size, room, open.vector, parameterHeight(numHiddens), 9);
    return { ...look, width: vector(size, room).width };
  };

  // Lower band: Q and output keep their numbers up to four columns; the open pair and the weights share what is left.
  const side = (count: number): Look => vector(count, count <= 4 ? 4 * open.vector + bracket : 84);
  const outer = side(size);
  const folded: Look = { width: Math.max(1, Math.min(6, 80 / Math.max(1, n))), height: row, digits: 0 };
  const block = (look: Look, count: number) => look.width * count + bracket;
  const left = width - gaps.labels - gaps.sums - 7 * gaps.lower - 2 * block(outer, size) - 2 * block(folded, n);
  const weightsRoom = Math.max(left / 2, left - (open.pair * n + bracket));
  const pairRoom = Math.min(open.pair * n + bracket, left - Math.min(weightsRoom, open.pair * n + bracket));
  const both = 2 * (open.pair * n + bracket) <= left;
  const opened = colours(n, both ? left / 2 : Math.max(pairRoom, left * 0.66), row);
  const weights = colours(n, left - block(opened, n), row);
  const pair = (name: StageName): Look => (name === openPair ? opened : folded);
  const turned: Look = {
    ...pair('scores'),
    height: size <= 8 ? 32 : Math.max(3, Math.floor(200 / size)),
    digits: size <= 8 ? pair('scores').digits : 0,
  };

  return {
    pocket,
    looks: {
      X: vector(numHiddens, upper),
      W_q: parameter(upper),
      W_k: parameter(upper),
      W_v: parameter(upper),
      Q: vector(size, upper),
      K: vector(size, upper),
      V: vector(size, upper),
      'K^T': turned,
      'lower Q': outer,
      'lower V': outer,
      'lower weights': folded,
      scores: pair('scores'),
      scaled: pair('scaled'),
      masked: pair('masked'),
      attentionWeights: weights,
      heads: outer,
      concat: vector(numHiddens, 340),
      W_o: { ...cells(numHiddens, 340, open.vector, parameterHeight(numHiddens), 9), width: vector(numHiddens, 340).width },
      output: sizes.numHeads > 1 ? vector(numHiddens, 340) : outer,
    },
  };
}

/** One block for each stage: operands folded, the matrix it makes with numbers where they fit. */
export function fitNarrow(width: number, sizes: Sizes): Looks {
  const { numSteps: n, numHiddens } = sizes;
  const size = headSize(sizes);
  const row = rowHeight(n, 30);
  const room = width - phoneLabels;
  const quarter = room / 4 - 6;
  const bars = (count: number, space: number): Look => ({ ...cells(count, space, 18, 0, 18), height: row });
  const operand = bars(size, Math.min(64, room * 0.2));
  const beside = operand.width * size + bracket + 8;
  const scores = colours(n, room - beside, row);
  const whole = colours(n, room - 42, row);
  const parameter: Look = { ...bars(size, quarter), height: numHiddens <= 8 ? 20 : Math.max(2, Math.floor(160 / numHiddens)) };
  const numbers = (count: number, space: number) => cells(count, space, open.vector, row, 18);
  const output = numHiddens <= 8 ? numbers(sizes.numHeads > 1 ? numHiddens : size, room * 0.62) : bars(numHiddens, room * 0.5);
  const gathered = sizes.numHeads > 1 ? numbers(size, room * 0.62) : output;
  return {
    X: bars(numHiddens, quarter),
    W_q: parameter,
    W_k: parameter,
    W_v: parameter,
    Q: bars(size, quarter),
    K: bars(size, quarter),
    V: bars(size, quarter),
    'K^T': { width: scores.width, height: size <= 8 ? 20 : Math.max(2, Math.floor(160 / size)), digits: 0 },
    'lower Q': operand,
    'lower V': gathered,
    'lower weights': { width: Math.max(1, (room * 0.34 - bracket) / Math.max(1, n)), height: row, digits: 0 },
    scores,
    scaled: whole,
    masked: whole,
    attentionWeights: whole,
    heads: gathered,
    concat: numbers(numHiddens, room),
    W_o: { ...bars(numHiddens, room * 0.62), width: output.width, height: numHiddens <= 8 ? 20 : Math.max(2, Math.floor(160 / numHiddens)) },
    output,
  };
}

export const phoneLabels = 52;
