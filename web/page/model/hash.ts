// State ⇄ the part of the address after #. What comes in is hostile: sized before it is read,
// each value checked against its own rule, and whatever does not fit is left at its default.
import type { Selection } from './selection';
import { type StageName, stagesOf } from './stages';
import { headChoices, initialState, type Language, languages, limits, type State, themes } from './state';
import { splits, tokenize } from './tokens';

const longest = 8192;

/** Only what differs from the first view, so that an untouched page keeps a clean address. */
export function toHash(state: State): string {
  const first = initialState(state.language);
  const params = new URLSearchParams({ lang: state.language });
  if (state.theme !== first.theme) params.set('theme', state.theme);
  if (state.text !== null) params.set('text', state.text);
  if (state.split !== first.split) params.set('split', state.split);
  if (state.numHiddens !== first.numHiddens) params.set('num_hiddens', String(state.numHiddens));
  if (state.numHeads !== first.numHeads) params.set('num_heads', String(state.numHeads));
  if (state.validLen !== null) params.set('valid_len', String(state.validLen));
  if (state.causal) params.set('causal', '1');
  if (state.position) params.set('position', '1');
  if (state.seed !== first.seed) params.set('seed', String(state.seed));
  const at = writeSelection(state.at);
  if (at !== writeSelection(first.at)) params.set('at', at);
  return `#${params}`;
}

export function fromHash(hash: string, preferred: Language): State {
  // A browser hands the hash over percent-encoded, at most three characters for each byte.
  const params = new URLSearchParams(hash.length <= longest * 3 ? hash.replace(/^#/, '') : '');
  const state = initialState(oneOf(params.get('lang'), languages) ?? preferred);
  state.theme = oneOf(params.get('theme'), themes) ?? state.theme;
  state.split = oneOf(params.get('split'), splits) ?? state.split;
  const text = params.get('text');
  if (text !== null && text.length <= limits.characters && tokenize(text, state.split).length <= limits.tokens) {
    state.text = text;
  }
  state.numHiddens = integer(params.get('num_hiddens'), 1, limits.numHiddens) ?? state.numHiddens;
  const numHeads = integer(params.get('num_heads'), 1, limits.numHeads) ?? state.numHeads;
  state.numHeads = headChoices(state.numHiddens).includes(numHeads) ? numHeads : 1;
  state.validLen = integer(params.get('valid_len'), 0, limits.tokens);
  state.causal = params.get('causal') === '1';
  state.position = params.get('position') === '1';
  state.seed = integer(params.get('seed'), 0, limits.seed) ?? state.seed;
  state.at = readSelection(params.get('at'), state.numHeads) ?? state.at;
  return state;
}

const coordinates = ['head', 'step', 'query', 'key', 'input', 'feature', 'out'] as const;

const writeSelection = (at: Selection): string => [at.stage, ...coordinates.map((axis) => at[axis])].join('.');

function readSelection(value: string | null, numHeads: number): Selection | null {
  const [stage, ...numbers] = (value ?? '').split('.', coordinates.length + 1);
  if (!stagesOf(numHeads).has(stage as StageName)) return null;
  const at = { stage: stage as StageName } as Selection;
  for (const [i, axis] of coordinates.entries()) {
    const index = integer(numbers[i] ?? null, 0, limits.tokens);
    if (index === null) return null;
    at[axis] = index;
  }
  return at;
}

function oneOf<T extends string>(value: string | null, choices: readonly T[]): T | null {
  return choices.find((choice) => choice === value) ?? null;
}

function integer(value: string | null, least: number, most: number): number | null {
  if (value === null || !/^\d{1,7}$/.test(value)) return null;
  const number = Number(value);
  return number >= least && number <= most ? number : null;
}
