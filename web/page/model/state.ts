// What the address reproduces: everything a person chose, and nothing that was computed from it.
import { askOf, exampleOf, hasPositions, hiddenOf, prepared, tokensOf } from './prepared';
import type { Selection } from './selection';
import { lengthBeforePadding, type Split, tokenize } from './tokens';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const limits = { tokens: 64, characters: 6000, numHiddens: 64, numHeads: 8, seed: 999_999 } as const;

/** What a person writes, and the layer that reads it. */
export interface Writing {
  text: string;
  split: Split;
  numHiddens: number;
  numHeads: number;
  position: boolean;
  /** Every projection hands its row on unchanged; else they are drawn from the seed. */
  identity: boolean;
  seed: number;
}

export interface State extends Writing {
  language: Language;
  theme: Theme;
  /** The id of a prepared example; null: a person's own sentence. */
  example: string | null;
  /** Of an example: which sentence of its batch, and whether its experiment is made. */
  sentence: number;
  tried: boolean;
  /** null: every token before the trailing <pad>s. */
  validLen: number | null;
  causal: boolean;
  at: Selection;
  /** The section of the lesson that is being read, 1 … 21. */
  section: number | null;
}

export const lastSection = 21;

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
  return { text, split: 'word', numHiddens: 4, numHeads: 1, position: false, identity: false, seed };
}

/** The example of the first view. */
export const firstExample = (language: Language): string | null =>
  prepared.find((example) => example.language === language)?.id ?? null;

/** Where an example begins, or own writing where there is none. */
export function opening(
  id: string | null,
  language: Language,
  sentence = 0,
): Pick<State, 'example' | 'sentence' | 'tried' | 'validLen' | 'causal' | 'at'> {
  const example = exampleOf(id);
  const ask = example && askOf(example, sentence);
  const at = example ? start(ask?.query ?? 0, ask?.keys[0] ?? 0) : beginnings[language].at;
  return { example: example?.id ?? null, sentence, tried: false, validLen: null, causal: example?.causal ?? false, at };
}

export function initialState(language: Language): State {
  const first = opening(firstExample(language), language);
  return { language, theme: 'auto', ...writingIn(language), ...first, section: null };
}

/** What the numbers depend on. Two states with equal inputs show the same numbers. */
export interface Inputs {
  tokens: string[];
  numHiddens: number;
  numHeads: number;
  validLen: number;
  causal: boolean;
  /** A pair forbidden by hand, [query, key]. */
  hidden: readonly [number, number] | null;
  /** Where X and the parameters come from. */
  layer:
    | { kind: 'example'; id: string; positions: boolean }
    | { kind: 'own'; seed: number; position: boolean; identity: boolean };
}

export function inputsOf(state: State): Inputs {
  const { causal, validLen } = state;
  const example = exampleOf(state.example);
  if (!example) {
    const { numHiddens, numHeads, seed, position, identity } = state;
    const tokens = tokenize(state.text, state.split);
    const layer = { kind: 'own' as const, seed, position, identity };
    return { tokens, numHiddens, numHeads, validLen: lengthOf(tokens, validLen), causal, hidden: null, layer };
  }
  const { numHiddens, numHeads } = example.facts;
  const tokens = tokensOf(example, state);
  return {
    tokens,
    numHiddens,
    numHeads,
    validLen: lengthOf(tokens, validLen),
    causal,
    hidden: hiddenOf(example, state),
    layer: { kind: 'example', id: example.id, positions: hasPositions(example, state) },
  };
}

const lengthOf = (tokens: readonly string[], validLen: number | null): number =>
  Math.min(validLen ?? lengthBeforePadding(tokens), tokens.length);

/** Switching language never touches data; only an untouched page changes its example. */
export function inLanguage(state: State, language: Language): State {
  const first = initialState(state.language);
  const untouched = sameInputs(inputsOf(state), inputsOf(first)) && state.text === first.text;
  return untouched ? { ...initialState(language), theme: state.theme } : { ...state, language };
}

export const sameInputs = (a: Inputs, b: Inputs): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Heads must divide the hidden size. */
export function headChoices(numHiddens: number): number[] {
  const choices: number[] = [];
  for (let heads = 1; heads <= Math.min(limits.numHeads, numHiddens); heads += 1) {
    if (numHiddens % heads === 0) choices.push(heads);
  }
  return choices;
}

/** Changes the hidden size and keeps the most heads that still divide it, up to those there were. */
export function withHiddens(state: State, numHiddens: number): State {
  const numHeads = Math.max(...headChoices(numHiddens).filter((heads) => heads <= state.numHeads));
  return { ...state, numHiddens, numHeads };
}
