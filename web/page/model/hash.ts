// State ⇄ the part of the address after #. What comes in is hostile: sized before it is read,
// each value checked against its own rule, and whatever does not fit is left at its default.
import { exampleOf } from './prepared';
import type { Selection } from './selection';
import { type StageName, stagesOf } from './stages';
import {
  firstExample,
  headChoices,
  initialState,
  inputsOf,
  type Language,
  languages,
  lastSection,
  limits,
  opening,
  type State,
  themes,
  type Writing,
  writingIn,
} from './state';
import { splits, tokenize } from './tokens';

const longest = 8192;

/** Only what differs from the first view, so that an untouched page keeps a clean address. */
export function toHash(state: State): string {
  const params = new URLSearchParams({ lang: state.language });
  if (state.theme !== 'auto') params.set('theme', state.theme);
  const written = writingToParams(state);
  if (state.example !== null && (written.size > 0 || state.example !== firstExample(state.language)))
    params.set('example', state.example);
  for (const [name, value] of written) params.set(name, value);
  const first = opening(state.example, state.language, state.sentence);
  if (state.sentence > 0) params.set('sentence', String(state.sentence));
  if (state.tried) params.set('tried', '1');
  if (state.validLen !== null) params.set('valid_len', String(state.validLen));
  if (state.causal !== first.causal) params.set('causal', state.causal ? '1' : '0');
  const at = writeSelection(state.at);
  if (at !== writeSelection(first.at)) params.set('at', at);
  // A section is an anchor: `#s7` alone goes there too.
  return `#${state.section === null ? '' : `s${state.section}&`}${params}`;
}

/** Own writing always has its text, so that it is known by it; it is kept while an example is shown. */
function writingToParams(state: State): URLSearchParams {
  const first = writingIn(state.language);
  const params = new URLSearchParams();
  if (state.example === null || state.text !== first.text) params.set('text', state.text);
  if (state.split !== first.split) params.set('split', state.split);
  if (state.numHiddens !== first.numHiddens) params.set('num_hiddens', String(state.numHiddens));
  if (state.numHeads !== first.numHeads) params.set('num_heads', String(state.numHeads));
  if (state.position) params.set('position', '1');
  if (state.identity) params.set('identity', '1');
  if (state.seed !== first.seed) params.set('seed', String(state.seed));
  return params;
}

export function fromHash(hash: string, preferred: Language): State {
  // A browser hands the hash over percent-encoded, at most three characters for each byte.
  const params = new URLSearchParams(hash.length <= longest * 3 ? hash.replace(/^#/, '') : '');
  const state = initialState(oneOf(params.get('lang'), languages) ?? preferred);
  state.theme = oneOf(params.get('theme'), themes) ?? state.theme;
  const written = readWriting(params, state);
  Object.assign(state, written);
  const named = exampleOf(params.get('example'));
  const isOwn = !named && Object.keys(written).length > 0;
  const id = isOwn ? null : (named?.id ?? state.example);
  const sentences = exampleOf(id)?.sentences.length ?? 1;
  const sentence = integer(params.get('sentence'), 0, sentences - 1) ?? 0;
  Object.assign(state, opening(id, state.language, sentence));
  state.tried = params.get('tried') === '1' && exampleOf(id)?.experiment !== undefined;
  state.validLen = integer(params.get('valid_len'), 0, limits.tokens);
  if (params.has('causal')) state.causal = params.get('causal') === '1';
  state.at = readSelection(params.get('at'), inputsOf(state).numHeads) ?? state.at;
  state.section = integer(/^#?s(\d{1,2})(?=&|$)/.exec(hash)?.[1] ?? null, 1, lastSection);
  return state;
}

/** What is there and fits. */
function readWriting(params: URLSearchParams, first: Writing): Partial<Writing> {
  const written: Partial<Writing> = {};
  const take = <K extends keyof Writing>(name: K, value: Writing[K] | null) => {
    if (value !== null) written[name] = value;
  };
  take('split', oneOf(params.get('split'), splits));
  const text = params.get('text');
  if (text !== null && text.length <= limits.characters) {
    const count = tokenize(text, written.split ?? first.split).length;
    take('text', count <= limits.tokens ? text : null);
  }
  take('numHiddens', integer(params.get('num_hiddens'), 1, limits.numHiddens));
  const numHeads = integer(params.get('num_heads'), 1, limits.numHeads);
  const fits = headChoices(written.numHiddens ?? first.numHiddens).includes(numHeads ?? 0);
  take('numHeads', fits ? numHeads : null);
  take('position', params.get('position') === '1' ? true : null);
  take('identity', params.get('identity') === '1' ? true : null);
  take('seed', integer(params.get('seed'), 0, limits.seed));
  return written;
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
