// States of the page as a person could reach them, drawn from a seed.

import { editable, isEditable, paintedWith } from '../../web/page/model/edits.js';
import { blankPicture } from '../../web/page/model/picture.js';
import { axisSize, sheetCount, stagesOf } from '../../web/page/model/stages.js';
import {
  changed,
  headChoices,
  initialState,
  inputsOf,
  kvHeadChoices,
  languages,
  type State,
} from '../../web/page/model/state.js';
import { numbersFrom } from './random.js';

const words = ['the', 'cat', '猫', '👩‍🚀', 'שלום', '<b>', '<pad>', 'sat', 'on', "'"];

/** Own sentences in a layer of any size, every option in play. */
export function randomState(seed: number): State {
  const next = numbersFrom(seed);
  const below = (most: number) => Math.floor(next() * most);
  const one = <T>(choices: readonly T[]): T => choices[below(choices.length)] as T;
  const maybe = <T>(value: () => T, otherwise: T): T => (next() < 0.5 ? value() : otherwise);
  const line = () => Array.from({ length: 1 + below(7) }, () => one(words)).join(' ');
  const numHiddens = 1 + below(12);
  const numHeads = one(headChoices(numHiddens));
  const first = initialState(one(languages));
  const state = changed(first, {
    example: null,
    text: Array.from({ length: 1 + below(3) }, line).join('\n'),
    source: maybe(line, null),
    split: 'space',
    numHiddens,
    numHeads,
    numKvHeads: one(kvHeadChoices(numHeads)),
    position: next() < 0.5,
    identity: next() < 0.2,
    seed: below(1000),
    causal: next() < 0.5,
    align: one(['top-left', 'bottom-right'] as const),
    window: maybe(() => [below(4) - 1, below(4) - 1] as const, null),
    scale: maybe(() => below(9) / 4 - 1, null),
    softcap: maybe(() => below(5), 0),
    dropout: maybe(() => below(10) / 10, 0),
    dropoutSeed: below(100),
  });
  const picture = blankPicture(inputsOf(state));
  const { batchSize, numSteps, numKvPairs } = picture;
  const pair = () => ({ sentence: below(batchSize), query: below(numSteps), key: below(numKvPairs) });
  const sizeOf = (name: (typeof editable)[number]): number => {
    const stage = stagesOf(picture).get(name);
    if (!stage || !isEditable(stage, picture)) return 0;
    const sheets = sheetCount(stage, picture) * (stage.kind === 'parameter' ? 1 : batchSize);
    return sheets * axisSize(stage.rows, picture) * axisSize(stage.cols, picture);
  };
  const edits = editable.flatMap((stage) => {
    const size = sizeOf(stage);
    return size > 0 && next() < 0.3 ? [{ stage, index: below(size), value: below(17) / 4 - 2 }] : [];
  });
  const distinct = new Map(Array.from({ length: below(6) }, pair).map((each) => [JSON.stringify(each), each]));
  return {
    ...state,
    sentence: below(batchSize),
    validLens: maybe(() => Array.from({ length: batchSize }, () => below(numKvPairs + 1)), null),
    painted: paintedWith([], [...distinct.values()], true),
    edits,
  };
}
