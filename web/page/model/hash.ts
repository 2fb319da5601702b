// State ⇄ the part of the address after #. What comes in is hostile: sized before it is read,
// each value checked against its own rule, and whatever does not fit is left at its default.

import { readEdits, readPainted, writeEdits, writePainted } from './hash-edits';
import { readGiven, writeGiven } from './hash-given';
import { exampleOf } from './prepared';
import type { Selection } from './selection';
import { sentencesIn } from './sentences';
import { type StageName, stagesOf } from './stages';
import {
  alignments,
  firstExample,
  headChoices,
  type Inputs,
  initialState,
  inputsOf,
  kvHeadChoices,
  type Language,
  languages,
  lastSection,
  limits,
  openedAt,
  opening,
  plainScoring,
  readsOf,
  type Scoring,
  type State,
  themes,
  type Writing,
  writingIn,
} from './state';
import { splits } from './tokens';

const longest = 8192;

/** Only what differs from the first view, so that an untouched page keeps a clean address. */
export function toHash(state: State): string {
  const params = new URLSearchParams({ lang: state.language });
  if (state.theme !== 'auto') params.set('theme', state.theme);
  if (state.log) params.set('log', '1');
  const written = writingToParams(state);
  if (state.example !== null && (written.size > 0 || state.example !== firstExample(state.language)))
    params.set('example', state.example);
  for (const [name, value] of written) params.set(name, value);
  const first = opening(state.example, state, state.sentence);
  if (state.sentence !== openedAt(exampleOf(state.example))) params.set('sentence', String(state.sentence));
  if (state.tried) params.set('tried', '1');
  const given = state.given && writeGiven(state.given);
  if (given) params.set('given', given);
  for (const [name, value] of scoringToParams(state, first)) params.set(name, value);
  if (state.edits.length > 0) params.set('edits', writeEdits(state.edits));
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
  if (state.source !== null) params.set('source', state.source);
  if (state.split !== first.split) params.set('split', state.split);
  if (state.numHiddens !== first.numHiddens) params.set('num_hiddens', String(state.numHiddens));
  if (state.numHeads !== first.numHeads) params.set('num_heads', String(state.numHeads));
  if (state.numKvHeads !== state.numHeads) params.set('num_kv_heads', String(state.numKvHeads));
  if (state.position) params.set('position', '1');
  if (state.identity) params.set('identity', '1');
  if (state.seed !== first.seed) params.set('seed', String(state.seed));
  return params;
}

function scoringToParams(state: State, first: Scoring): URLSearchParams {
  const params = new URLSearchParams();
  if (state.validLens !== null) params.set('valid_lens', state.validLens.join());
  if (state.causal !== first.causal) params.set('causal', state.causal ? '1' : '0');
  if (state.align !== first.align) params.set('align', state.align);
  if (state.window !== null) params.set('window', state.window.join());
  if (state.painted.length > 0) params.set('painted', writePainted(state.painted, inputsOf(state)));
  if (state.scale !== null) params.set('scale', String(state.scale));
  if (state.softcap !== 0) params.set('softcap', String(state.softcap));
  if (state.dropout !== 0) params.set('dropout', String(state.dropout));
  if (state.dropoutSeed !== 0) params.set('dropout_seed', String(state.dropoutSeed));
  return params;
}

export function fromHash(hash: string, preferred: Language): State {
  // A browser hands the hash over percent-encoded, at most three characters for each byte.
  const params = new URLSearchParams(hash.length <= longest * 3 ? hash.replace(/^#/, '') : '');
  const state = initialState(oneOf(params.get('lang'), languages) ?? preferred);
  state.theme = oneOf(params.get('theme'), themes) ?? state.theme;
  state.log = params.get('log') === '1';
  const written = readWriting(params, state);
  Object.assign(state, written);
  const named = exampleOf(params.get('example'));
  const given = readGiven(params.get('given'));
  const isOwn = given !== null || (!named && Object.keys(written).length > 0);
  const id = isOwn ? null : (named?.id ?? state.example);
  const sentences = id === null ? inputsOf({ ...state, example: null }).sentences : exampleOf(id)?.sentences;
  const sentence = integer(params.get('sentence'), 0, (sentences?.length ?? 1) - 1) ?? openedAt(exampleOf(id));
  Object.assign(state, opening(id, state, sentence));
  state.given = given;
  state.tried = params.get('tried') === '1' && exampleOf(id)?.experiment !== undefined;
  Object.assign(state, readScoring(params, inputsOf({ ...state })));
  state.edits = readEdits(params.get('edits'));
  state.at = readSelection(params.get('at'), inputsOf({ ...state })) ?? state.at;
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
  const split = written.split ?? first.split;
  const fitting = (text: string | null) => (text !== null && fits(text, split) ? text : null);
  take('text', fitting(params.get('text')));
  take('source', fitting(params.get('source')));
  take('numHiddens', integer(params.get('num_hiddens'), 1, limits.numHiddens));
  const numHeads = integer(params.get('num_heads'), 1, limits.numHeads);
  take('numHeads', choice(numHeads, headChoices(written.numHiddens ?? first.numHiddens)));
  const heads = written.numHeads ?? first.numHeads;
  const numKvHeads = integer(params.get('num_kv_heads'), 1, limits.numHeads);
  take('numKvHeads', choice(numKvHeads, kvHeadChoices(heads)) ?? (heads === first.numKvHeads ? null : heads));
  take('position', params.get('position') === '1' ? true : null);
  take('identity', params.get('identity') === '1' ? true : null);
  take('seed', integer(params.get('seed'), 0, limits.seed));
  return written;
}

/** Whether the page takes this text. */
function fits(text: string, split: Writing['split']): boolean {
  if (text.length > limits.characters) return false;
  const sentences = sentencesIn(text, split);
  return sentences.length <= limits.sentences && (sentences[0]?.length ?? 0) <= limits.tokens;
}

function readScoring(params: URLSearchParams, inputs: Inputs): Partial<Scoring> {
  const { sentences, keyTokens } = inputs;
  const read: Partial<Scoring> = {};
  const take = <K extends keyof Scoring>(name: K, value: Scoring[K] | null) => {
    if (value !== null) read[name] = value;
  };
  const validLens = integers(params.get('valid_lens'), 0, keyTokens.length);
  take('validLens', validLens?.length === sentences.length ? validLens : null);
  if (params.has('causal')) read.causal = params.get('causal') === '1';
  take('align', oneOf(params.get('align'), alignments));
  const [left, right, ...more] = integers(params.get('window'), -1, limits.tokens) ?? [];
  take('window', left !== undefined && right !== undefined && more.length === 0 ? [left, right] : null);
  take('painted', readPainted(params.get('painted'), inputs));
  take('scale', finite(params.get('scale'), -limits.magnitude, limits.magnitude));
  take('softcap', finite(params.get('softcap'), 0, limits.magnitude));
  take('dropout', finite(params.get('dropout'), 0, 1));
  take('dropoutSeed', integer(params.get('dropout_seed'), 0, limits.seed));
  return { ...plainScoring, causal: inputs.causal, ...read };
}

const coordinates = ['head', 'step', 'query', 'key', 'input', 'feature', 'out'] as const;

const writeSelection = (at: Selection): string => [at.stage, ...coordinates.map((axis) => at[axis])].join('.');

function readSelection(value: string | null, { numHeads, dropout, sources, layer }: Inputs): Selection | null {
  const [stage, ...numbers] = (value ?? '').split('.', coordinates.length + 1);
  const stages = stagesOf({ numHeads, reads: readsOf({ sources, layer }), drops: dropout > 0 });
  if (!stages.has(stage as StageName)) return null;
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

const choice = (value: number | null, choices: readonly number[]): number | null =>
  value !== null && choices.includes(value) ? value : null;

function integer(value: string | null, least: number, most: number): number | null {
  if (value === null || !/^-?\d{1,7}$/.test(value)) return null;
  const number = Number(value);
  return number >= least && number <= most ? number : null;
}

/** null where one of them does not fit. */
function integers(value: string | null, least: number, most: number): number[] | null {
  const read = value?.split(',', limits.tokens).map((part) => integer(part, least, most));
  return read?.every((number) => number !== null) ? read : null;
}

function finite(value: string | null, least: number, most: number): number | null {
  if (value === null || !/^-?\d+(\.\d+)?(e[+-]?\d{1,2})?$/.test(value)) return null;
  const number = Number(value);
  return number >= least && number <= most ? number : null;
}
