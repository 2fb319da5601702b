// What the address reproduces: everything a person chose, and nothing that was computed from it.
import type { Selection } from './selection';
import { lengthBeforePadding, type Split, tokenize } from './tokens';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const limits = { tokens: 64, characters: 6000, numHiddens: 64, numHeads: 8, seed: 999_999 } as const;

export interface State {
  language: Language;
  theme: Theme;
  /** null: the example of the language, untouched. */
  text: string | null;
  split: Split;
  numHiddens: number;
  numHeads: number;
  /** null: every token before the trailing <pad>s. */
  validLen: number | null;
  causal: boolean;
  position: boolean;
  seed: number;
  at: Selection;
}

/** The first views. The seeds are chosen among many, for untrained weights that happen to differ visibly. */
const examples: Record<Language, { text: string; seed: number; at: Selection }> = {
  en: { text: 'the dog that chased cats was tired <pad>', seed: 3536, at: start(5, 1) },
  zh: { text: '追猫的那只狗累了<pad>', seed: 404, at: start(5, 4) },
};

function start(query: number, key: number): Selection {
  return { stage: 'scores', head: 0, step: query, query, key, input: 0, feature: 0, out: 0 };
}

export function initialState(language: Language): State {
  return {
    language,
    theme: 'auto',
    text: null,
    split: 'word',
    numHiddens: 4,
    numHeads: 1,
    validLen: null,
    causal: false,
    position: false,
    seed: examples[language].seed,
    at: examples[language].at,
  };
}

export const textOf = (state: State): string => state.text ?? examples[state.language].text;

/** What the numbers depend on. Two states with equal inputs show the same numbers. */
export interface Inputs {
  tokens: string[];
  numHiddens: number;
  numHeads: number;
  validLen: number;
  causal: boolean;
  position: boolean;
  seed: number;
}

export function inputsOf(state: State): Inputs {
  const tokens = tokenize(textOf(state), state.split);
  const { numHiddens, numHeads, causal, position, seed } = state;
  const validLen = Math.min(state.validLen ?? lengthBeforePadding(tokens), tokens.length);
  return { tokens, numHiddens, numHeads, validLen, causal, position, seed };
}

/** Switching language never touches data; only an untouched page changes its example. */
export function inLanguage(state: State, language: Language): State {
  const untouched = sameInputs(inputsOf(state), inputsOf(initialState(state.language)));
  return untouched ? { ...initialState(language), theme: state.theme } : { ...state, language, text: textOf(state) };
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
