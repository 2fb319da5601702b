// The prepared examples: their words and facts at once, their parameters when one is opened.
// Everything in list.json and models/ is written by web/scripts/train_examples.py.
import { arrival } from '../browser/arrivals';
import list from './list.json';

/** A text in both languages of the page. */
export interface Text {
  en: string;
  zh: string;
}

/** One question: what the output at `query` says, and the token on which each head's largest weight should lie. */
export interface Ask {
  sentence: number;
  query: number;
  /** One key for each head. */
  keys: number[];
  /** Index into the example's answers. */
  answer: number;
}

/** One change to try. */
export type Experiment = {
  /** The question that it answers, and what the button says. */
  text: Text;
  action: Text;
  sentence: number;
  /** What every ask is answered afterwards: indices into the example's answers. */
  answers: number[];
} & (
  | { kind: 'hide'; query: number; key: number } // forbid one pair by hand
  | { kind: 'replace'; step: number; token: string } // put another token in one place
  | { kind: 'positions' } // take the positions away
);

/** What is known of a model. Shares are measured on held-out cases, with the parameters as published. */
export interface Facts {
  trained: boolean;
  seed: number;
  /** As the model has them; known before it is fetched. */
  numHiddens: number;
  numHeads: number;
  numParameters: number;
  /** Of them those of W_q, W_k, W_v and W_o. */
  numAttentionParameters: number;
  trainingSize?: number;
  heldOutSize?: number;
  /** The share of questions answered right. */
  accuracy?: number;
  /** The share of questions for which the largest weight of every head lies on the right token. */
  largestOnRightToken?: number;
}

export interface Example {
  id: string;
  language: 'en' | 'zh';
  /** The name of its model; several examples may share one. */
  model: string;
  facts: Facts;
  title: Text;
  /** The task in two sentences. *Asterisks* set a word off. */
  task: Text;
  question: Text;
  /** A batch of token sequences, padded with <pad> to one length. They ask; they also answer unless there are sources. */
  sentences: string[][];
  /** The sequences that hand out keys and values, where they are others. */
  sources?: string[][];
  /** Valid keys of each sentence, where some are padding. */
  validLens?: number[];
  causal?: boolean;
  /** The sentence of the batch that its question is about, where that is not the first. */
  opens?: number;
  /** What an output can say; one row of the model's readout each. Empty when untrained. */
  answers: string[];
  asks: Ask[];
  experiment?: Experiment;
}

/** What a layer is made from. */
export interface LayerModel {
  /** 1: selfAttention. More: multiHeadAttention, without biases. */
  numHeads: number;
  /** (in, out), as a layer takes them; W_o where there are heads to join. */
  parameters: { W_q: number[][]; W_k: number[][]; W_v: number[][]; W_o?: number[][] };
}

/** The layer that the page shows, and the tables its X is the sum of. Every number has two decimals. */
export interface Model extends LayerModel {
  numHiddens: number;
  /** The vector of each token. */
  embedding: Record<string, number[]>;
  /** What lying this deep in brackets adds. */
  depths?: number[][];
  /** What each position adds: a learned table, or the engine's positionalEncoding. Absent where order says nothing. */
  positions?: number[][] | 'sinusoidal';
  /** A layer below: the sum goes through it first, under the same masks, and X is its output. */
  first?: LayerModel;
  /** One vector for each answer, (answers, numHiddens); absent when untrained. */
  readout?: number[][];
}

const models: Record<string, Facts> = list.models;

export const examples: readonly Example[] = (list.examples as Omit<Example, 'facts'>[]).map((example) => ({
  ...example,
  facts: models[example.model] as Facts,
}));

const files = import.meta.glob<Model>('./models/*.json', { import: 'default' });

/** The parameters of an example; a file of a few kilobytes, fetched once. */
export function loadModel({ model }: Pick<Example, 'model'>): Promise<Model> {
  const file = files[`./models/${model}.json`];
  return file ? arrival(file) : Promise.reject(new Error(`there is no model "${model}"`));
}
