// What the address reproduces: everything a person chose, and nothing that was computed from it.

import type { Example } from '../examples';
import type { Edit, Pair } from './edits';
import type { Given } from './given';
import { exampleOf, hasPositions, hiddenOf, mainAsk, prepared, tokensOf } from './prepared';
import { kept, keyIn, readerIn, sameOr } from './reader';
import type { Selection } from './selection';
import { answering, padded, sentencesIn } from './sentences';
import type { Sizes } from './stages';
import { lengthBeforePadding, type Split } from './tokens';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const limits = {
  tokens: 64,
  sentences: 4,
  characters: 6000,
  numHiddens: 64,
  numHeads: 8,
  seed: 999_999,
  edits: 200,
  /** Of a scale, a softcap or an edited number. */
  magnitude: 1e6,
} as const;
export const lastSection = 21;

/** What a person writes, and the layer that reads it. */
export interface Writing {
  /** A sentence on each line. */
  text: string;
  /** Who answers; null: the same sentences. */
  source: string | null;
  split: Split;
  numHiddens: number;
  numHeads: number;
  numKvHeads: number;
  position: boolean;
  /** Every projection hands its row on unchanged; else they are drawn from the seed. */
  identity: boolean;
  seed: number;
}

/** Where the first query stands among the keys, where there are more of one than of the other. */
export const alignments = ['top-left', 'bottom-right'] as const;
export type Alignment = (typeof alignments)[number];

/** How scores become attention weights. */
export interface Scoring {
  /** One for each sentence; null: every token before the trailing <pad>s. */
  validLens: readonly number[] | null;
  causal: boolean;
  align: Alignment;
  /** [left, right] around a query's own place, −1 without an end; null: none. */
  window: readonly [number, number] | null;
  /** Pairs forbidden by hand. */
  painted: readonly Pair[];
  /** null: 1/√head_size. */
  scale: number | null;
  /** 0: none. */
  softcap: number;
  /** The probability of dropping a weight, and which are drawn. */
  dropout: number;
  dropoutSeed: number;
}

export interface State extends Writing, Scoring {
  language: Language;
  theme: Theme;
  /** The id of a prepared example; null: a person's own sentence. */
  example: string | null;
  /** Numbers of a person's own in place of a sentence. */
  given: Given | null;
  /** Which sentence of the batch is in the figure; of an example, whether its experiment is made. */
  sentence: number;
  tried: boolean;
  edits: readonly Edit[];
  at: Selection;
  /** Whether colours of shares are logarithmic. */
  log: boolean;
  /** The section of the lesson that is being read, 1 … 21. */
  section: number | null;
}

/** Where own writing begins. The seeds are chosen among many, for weights that happen to differ visibly. */
const beginnings: Record<Language, { text: string; seed: number; at: Selection }> = {
  en: { text: 'the dog that chased cats was tired <pad>', seed: 3536, at: start(5, 1) },
  zh: { text: '追猫的那只狗累了<pad>', seed: 404, at: start(5, 4) },
};

function start(query: number, key: number): Selection {
  return { stage: 'scores', head: 0, step: query, query, key, input: 0, feature: 0, out: 0 };
}

export function writingIn(language: Language): Writing {
  const { text, seed } = beginnings[language];
  const sizes = { numHiddens: 4, numHeads: 1, numKvHeads: 1 };
  return { text, source: null, split: 'word', ...sizes, position: false, identity: false, seed };
}

/** The lesson's own: nothing forbidden but padding, ÷√d, no dropout. */
export const plainScoring: Scoring = {
  validLens: null,
  causal: false,
  align: 'top-left',
  window: null,
  painted: [],
  scale: null,
  softcap: 0,
  dropout: 0,
  dropoutSeed: 0,
};

/** The example of the first view. */
export const firstExample = (language: Language): string | null =>
  prepared.find((example) => example.language === language)?.id ?? null;

type Opening = Pick<State, 'example' | 'given' | 'sentence' | 'tried' | 'edits' | 'at'> & Scoring;

/**
 * Where an example begins, or own writing where there is none.
 *
 * @param sentence - of its batch; else the one that its question is about
 */
export function opening(id: string | null, written: Writing & { language: Language }, sentence?: number): Opening {
  const example = exampleOf(id);
  const shown = sentence ?? openedAt(example);
  const at = example ? exampleStart(example, shown) : ownStart(written, shown);
  const causal = example?.causal ?? false;
  const opened = { example: example?.id ?? null, given: null, sentence: shown, tried: false };
  return { ...plainScoring, causal, ...opened, edits: [], at };
}

/** The sentence of a batch that is shown first. */
export const openedAt = (example: Example | undefined): number => example?.opens ?? 0;

function exampleStart(example: Example, sentence: number): Selection {
  const ask = mainAsk(example, sentence);
  if (ask) return start(ask.query, ask.keys[0] ?? 0);
  return startIn(example.sentences[sentence] ?? [], example.sources?.[sentence]);
}

function ownStart({ language, text, source, split }: Writing & { language: Language }, sentence: number): Selection {
  const first = beginnings[language];
  if (text === first.text && source === null && split === 'word') return first.at;
  const answers = source === null ? undefined : sentencesIn(source, split);
  return startIn(sentencesIn(text, split)[sentence] ?? [], answers?.[sentence] ?? answers?.at(-1));
}

/** Where tokens that nobody prepared begin. */
export function startIn(tokens: readonly string[], keyTokens?: readonly string[]): Selection {
  const reader = readerIn(tokens);
  return start(reader, keyTokens ? keyIn(keyTokens, null) : keyIn(tokens, reader));
}

export function initialState(language: Language): State {
  const written = { language, ...writingIn(language) };
  return { theme: 'auto', ...written, ...opening(firstExample(language), written), log: false, section: null };
}

/** What the numbers depend on. Two states with equal inputs show the same numbers. */
export interface Inputs extends Omit<Scoring, 'validLens'> {
  /** A batch, filled up to one length; who answers, where it is another. */
  sentences: string[][];
  sources: string[][] | null;
  validLens: number[];
  /** The sentence of the batch that is shown, and its tokens: who asks, who answers. */
  sentence: number;
  tokens: string[];
  keyTokens: string[];
  numHiddens: number;
  numHeads: number;
  numKvHeads: number;
  edits: readonly Edit[];
  /** Where X and the parameters come from. */
  layer:
    | { kind: 'example'; id: string; positions: boolean }
    | { kind: 'own'; seed: number; position: boolean; identity: boolean }
    | { kind: 'given'; given: Given; seed: number; identity: boolean };
}

// Many ask for the inputs of one state.
const known = new WeakMap<State, Inputs>();

export function inputsOf(state: State): Inputs {
  const inputs = known.get(state) ?? makeInputs(state);
  known.set(state, inputs);
  return inputs;
}

function makeInputs(state: State): Inputs {
  const { causal, align, window, painted, scale, softcap, dropout, dropoutSeed, edits } = state;
  const { sentences, sources, layer, sizes, hidden } = madeOf(state);
  const sentence = Math.min(state.sentence, sentences.length - 1);
  const answers = sources ?? sentences;
  const written = answers.map((tokens, i) => {
    const validLen = state.validLens?.[i] ?? lengthBeforePadding(tokens);
    return Math.min(validLen, tokens.length);
  });
  return {
    sentences,
    sources,
    sentence,
    tokens: sentences[sentence] ?? [],
    keyTokens: answers[sentence] ?? [],
    validLens: written,
    causal,
    align,
    window,
    painted: hidden ? [...painted, hidden] : painted,
    scale,
    softcap,
    dropout,
    dropoutSeed,
    edits,
    ...sizes,
    layer,
  };
}

interface Made {
  sentences: string[][];
  sources: string[][] | null;
  layer: Inputs['layer'];
  sizes: { numHiddens: number; numHeads: number; numKvHeads: number };
  /** What an example's experiment forbids. */
  hidden: Pair | null;
}

function madeOf(state: State): Made {
  if (state.given) return madeOfGiven(state, state.given);
  const example = exampleOf(state.example);
  if (!example) {
    const { numHiddens, numHeads, numKvHeads, seed, position, identity, split } = state;
    const sentences = sentencesIn(state.text, split);
    const answers = state.source === null ? null : sentencesIn(state.source, split);
    const sources = answers && answering(answers, sentences.length);
    const layer = { kind: 'own' as const, seed, position, identity };
    return { sentences, sources, layer, sizes: { numHiddens, numHeads, numKvHeads }, hidden: null };
  }
  const { numHiddens, numHeads } = example.facts;
  return {
    sentences: padded(example.sentences.map((_, i) => tokensOf(example, i, state.tried))),
    sources: example.sources ? padded(example.sources) : null,
    layer: { kind: 'example', id: example.id, positions: hasPositions(example, state) },
    sizes: { numHiddens, numHeads, numKvHeads: numHeads },
    hidden: hiddenOf(example, state.tried),
  };
}

function madeOfGiven({ seed, identity, numHeads, numKvHeads }: State, given: Given): Made {
  const [, numHiddens = 0] = (given.kind === 'QKV' ? given.Q : given.X).shape;
  // X alone is read by a layer of one's own choice, with as many heads as it can have.
  const heads = given.kind !== 'X' ? given.numHeads : numHiddens % numHeads === 0 ? numHeads : 1;
  return {
    sentences: [given.tokens],
    sources: given.kind === 'QKV' && given.keys ? [given.keys] : null,
    layer: { kind: 'given', given, seed, identity },
    sizes: { numHiddens, numHeads: heads, numKvHeads: given.kind === 'X' && heads > 1 ? numKvHeads : heads },
    hidden: null,
  };
}

/** Who is read. */
export function readsOf({ sources, layer }: Pick<Inputs, 'sources' | 'layer'>): Sizes['reads'] {
  if (layer.kind === 'given' && layer.given.kind === 'QKV') return 'given';
  return sources ? 'another' : 'itself';
}

/** Switching language never touches data; only an untouched page changes its example. */
export function inLanguage(state: State, language: Language): State {
  const first = initialState(state.language);
  const untouched = sameInputs(inputsOf(state), inputsOf(first)) && state.text === first.text;
  const { theme, section } = state;
  return untouched ? { ...initialState(language), theme, section } : { ...state, language };
}

export const sameInputs = (a: Inputs, b: Inputs): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Heads must divide the hidden size. */
export function headChoices(numHiddens: number): number[] {
  return divisors(numHiddens, Math.min(limits.numHeads, numHiddens));
}

/** Heads that share K and V come in groups of one size. */
export const kvHeadChoices = (numHeads: number): number[] => divisors(numHeads, numHeads);

const divisors = (number: number, most: number): number[] =>
  Array.from({ length: most }, (_, i) => i + 1).filter((divisor) => number % divisor === 0);

/** Changes the hidden size and keeps the most heads that still divide it, up to those there were. */
export function withHiddens(state: State, numHiddens: number): Pick<State, 'numHiddens' | 'numHeads' | 'numKvHeads'> {
  const numHeads = Math.max(...headChoices(numHiddens).filter((heads) => heads <= state.numHeads));
  return { numHiddens, ...withHeads(state, numHeads) };
}

/** Changes the heads; K and V then have as many, unless they were shared and still can be by as few. */
export function withHeads(state: State, numHeads: number): Pick<State, 'numHeads' | 'numKvHeads'> {
  const shared = state.numKvHeads < state.numHeads && numHeads % state.numKvHeads === 0;
  return { numHeads, numKvHeads: shared ? state.numKvHeads : numHeads };
}

/** What a change of these makes meaningless: numbers set by hand, and where the text changes, painted pairs. */
export function changed(state: State, patch: Partial<State>): State {
  const differs = (names: readonly (keyof State)[]) =>
    names.some((name) => name in patch && patch[name] !== state[name]);
  const retold = differs(['text', 'source', 'split', 'example', 'given']);
  const remade = retold || differs(['numHiddens', 'numHeads', 'numKvHeads', 'seed', 'identity', 'position']);
  const next = {
    ...state,
    ...(remade && { edits: [] }),
    ...(retold && { painted: [], validLens: null, given: null }),
    ...patch,
  };
  if ('at' in patch || !(retold || differs(['sentence']))) return next;
  return { ...next, at: followed(state, next, retold) };
}

/** Where other tokens stand, an index is no reader any more. */
function followed(before: State, now: State, retold: boolean): Selection {
  const [was, is] = [inputsOf(before), inputsOf(now)];
  const follow = (from: string[], to: string[], index: number, usual: typeof readerIn) =>
    retold ? kept(from, to, index, usual) : sameOr(to, index, usual);
  const query = follow(was.tokens, is.tokens, before.at.query, readerIn);
  const usual = (tokens: readonly string[]) => keyIn(tokens, is.sources ? null : query);
  const key = follow(was.keyTokens, is.keyTokens, before.at.key, usual);
  return { ...before.at, query, step: query, key };
}
