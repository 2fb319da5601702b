// How large every matrix is drawn. A matrix is open, with numbers, while there is room; else it folds to
// narrow cells of the same height, so that the reading line stays straight.
import { headSize, type Sizes, type StageName } from '../../model/stages';

export interface Look {
  width: number;
  height: number;
  /** Characters a number may take; 0 is folded. */
  digits: 0 | 4 | 5;
}

/** The same stage can stand in both bands: `lower Q`, `lower V` and Kᵀ are repeated below. */
export type Looks = Record<StageName | 'K^T' | 'lower Q' | 'lower V' | 'lower weights', Look>;

const bracket = 12; // brackets and their padding, left and right together
const widest = 34;
const narrowestNumber = 26;
const leastForNumber = 18;
export const measures = { labels: 72, gap: 24, lowerGap: 14, sums: 42, phoneLabels: 52 };

const block = (count: number, width: number): number => count * width + bracket;

/** Cells as wide as `room` allows; folded to at most `folded` where a number would not fit. */
function cells(count: number, room: number, height: number, folded: number): Look {
  const exact = Math.max(0.5, (room - bracket) / Math.max(1, count));
  const width = Math.min(widest, Math.floor(exact));
  if (width < narrowestNumber || height < leastForNumber) return { width: Math.min(folded, exact), height, digits: 0 };
  return { width, height, digits: width >= 31 ? 5 : 4 };
}

/** Bars need the full height to carry numbers. */
const bars = (count: number, room: number, height: number, folded = 9): Look => ({
  ...cells(count, room, height >= 30 ? height : 0, folded),
  height,
});

const rowHeight = (rows: number, most: number): number => (rows <= 16 ? most : rows <= 32 ? 20 : 14);

/** Numbers are drawn in rows that are high enough for them; lower ones are colour alone. */
const ofHeight = (look: Look, height: number): Look => ({
  ...look,
  height,
  digits: height < leastForNumber ? 0 : look.digits,
});

/** Parameters and Kᵀ have a row for each hidden number; beyond eight the rows share what eight take. */
const hiddenHeight = (rows: number, each: number): number =>
  rows <= 8 ? each : Math.max(2, Math.floor((8 * each) / rows));

export interface WideFit {
  looks: Looks;
  /** There is room beside V for the legend or the inspector. */
  pocket: boolean;
}

/** Two bands; of the pairs, `focus` has the first claim to numbers. */
export function fitWide(width: number, sizes: Sizes, focus: StageName): WideFit {
  const { numSteps, numKvPairs: n, numHiddens, reads, drops } = sizes;
  const size = headSize(sizes);
  const row = rowHeight(Math.max(numSteps, n), 32);

  // X, Q, K, V with up to four numbers a row leave a pocket at their right; so do folded ones.
  const pocket = numHiddens <= 4 || size > 8;
  const others = reads === 'another' ? 1 : 0; // who answers has labels and a matrix of its own
  const room =
    width - (1 + others) * measures.labels - (4 + others) * measures.gap - (pocket ? (others ? 320 : 400) : 0);
  const upper = room / (4 + others);
  const parameter = ofHeight(bars(size, upper, row), hiddenHeight(numHiddens, 26));
  const third = bars(numHiddens, 340, row);

  const { queries, gathered, pairs, weights, folded } = fitLine(width - (drops ? 96 : 0), n, size, row, focus);
  const isDropped = focus === 'dropped';
  const scores = pairs('scores');
  return {
    pocket,
    looks: {
      ...inputs(bars(numHiddens, upper, row)),
      W_q: parameter,
      W_k: parameter,
      W_v: parameter,
      Q: bars(size, upper, row),
      K: bars(size, upper, row),
      V: bars(size, upper, row),
      'K^T': ofHeight({ ...scores, digits: size <= 8 ? scores.digits : 0 }, hiddenHeight(size, 32)),
      'lower Q': queries,
      'lower V': gathered,
      'lower weights': weights,
      scores,
      scaled: pairs('scaled'),
      masked: pairs('masked'),
      attentionWeights: isDropped ? folded : weights,
      dropped: isDropped ? weights : folded,
      heads: gathered,
      concat: third,
      W_o: ofHeight(third, hiddenHeight(numHiddens, 26)),
      output: sizes.numHeads > 1 ? third : gathered,
    },
  };
}

/** The reading line: Q, three stages of pairs of which one is open, the weights, what was gathered. */
function fitLine(width: number, n: number, size: number, row: number, focus: StageName) {
  const openPair = focus === 'scaled' || focus === 'masked' ? focus : 'scores';
  const folded: Look = { width: Math.max(1, Math.min(6, 90 / Math.max(1, n))), height: row, digits: 0 };
  const narrow = Math.max(1, Math.min(9, 48 / size));
  const wide = size <= 4 ? widest : 27;
  const rest = width - measures.labels - measures.sums - 7 * measures.lowerGap - 2 * block(n, folded.width);
  const left = (q: number, gathered: number) => rest - block(size, q) - block(size, gathered);
  const both = 2 * block(n, 33);

  // From everything open to everything folded, the first that fits.
  const columns: [number, number][] =
    size <= 8
      ? [
          [wide, wide],
          [narrow, wide],
          [narrow, narrow],
        ]
      : [[narrow, narrow]];
  const roomy = columns.find(([q, gathered]) => left(q, gathered) >= both);
  const single = columns.find(
    ([q, gathered]) => q === narrow && left(q, gathered) >= block(n, narrowestNumber) + block(n, folded.width),
  );
  const [q, gathered] = roomy ?? single ?? [narrow, narrow];
  const room = left(q, gathered);
  const weightsFirst = focus === 'attentionWeights' || focus === 'dropped';
  // What lies under the lower pocket must not become narrower than the inspector in it.
  const pocket =
    openPair === 'scores' && !weightsFirst
      ? 424 - 2 * block(n, folded.width) - measures.sums - 3 * measures.lowerGap
      : 0;
  const least = Math.max(block(n, folded.width), pocket);
  const first = roomy ? block(n, 33) : Math.min(block(n, 33), Math.max(room * 0.6, room - least), room - pocket);
  const second = roomy ? block(n, 33) : room - first;
  const opened = cells(n, weightsFirst ? second : first, row, widest);
  return {
    queries: { ...bars(size, block(size, q), row), width: q },
    gathered: { ...bars(size, block(size, gathered), row), width: gathered },
    pairs: (name: StageName): Look => (name === openPair ? opened : folded),
    weights: cells(n, weightsFirst ? first : second, row, widest),
    folded,
  };
}

/** One block for each stage: operands folded, the matrix it makes with numbers where they fit. */
export function fitNarrow(width: number, sizes: Sizes): Looks {
  const { numSteps, numKvPairs: n, numHiddens, reads } = sizes;
  const size = headSize(sizes);
  const row = rowHeight(Math.max(numSteps, n), 30);
  const room = width - measures.phoneLabels;
  const quarter = reads === 'another' ? room / 3 - 12 : room / 4 - 6;
  const operand = folded(size, Math.min(64, room * 0.2), row);
  const scores = cells(n, room - block(size, operand.width) - 10, row, widest);
  const whole = cells(n, room - measures.sums, row, widest);
  const parameter = folded(size, quarter, hiddenHeight(numHiddens, 20));
  const gathered = bars(size, room * 0.62, row, 18);
  const output = sizes.numHeads > 1 ? bars(numHiddens, room, row, 18) : gathered;
  const besideOutput = room - block(size, gathered.width) - 10;
  return {
    ...inputs(folded(numHiddens, quarter, row)),
    W_q: parameter,
    W_k: parameter,
    W_v: parameter,
    Q: folded(size, quarter, row),
    K: folded(size, quarter, row),
    V: folded(size, quarter, row),
    'K^T': { width: scores.width, height: hiddenHeight(size, 20), digits: 0 },
    'lower Q': operand,
    'lower V': gathered,
    'lower weights': { ...folded(n, Math.min(140, besideOutput), row) },
    scores,
    scaled: whole,
    masked: whole,
    attentionWeights: whole,
    dropped: whole,
    heads: gathered,
    concat: bars(numHiddens, room, row, 18),
    W_o: { ...output, height: hiddenHeight(numHiddens, 20), digits: 0 },
    output,
  };
}

const inputs = (look: Look) => ({ X: look, queries: look, keys: look });

function folded(count: number, room: number, height: number): Look {
  return { width: Math.min(18, Math.max(0.5, (room - bracket) / Math.max(1, count))), height, digits: 0 };
}
