// A prepared example as the figure shows it: its batch, before or after its experiment.
import { type Ask, type Example, examples } from '../examples';
import type { Pair } from './edits';
import type { Selection } from './selection';

export const prepared: readonly Example[] = examples;

export const exampleOf = (id: string | null): Example | undefined => prepared.find((example) => example.id === id);

/** One sentence of its batch. */
export function tokensOf({ sentences, experiment }: Example, sentence: number, tried: boolean): string[] {
  const tokens = [...(sentences[sentence] ?? [])];
  if (tried && experiment?.kind === 'replace' && experiment.sentence === sentence)
    tokens[experiment.step] = experiment.token;
  return tokens;
}

/** The pair that the experiment forbids. */
export function hiddenOf({ experiment }: Example, tried: boolean): Pair | null {
  if (!tried || experiment?.kind !== 'hide') return null;
  const { sentence, query, key } = experiment;
  return { sentence, query, key };
}

export const hasPositions = ({ experiment }: Example, { tried }: { tried: boolean }): boolean =>
  !(tried && experiment?.kind === 'positions');

/** What a sentence opens with: the last question that the experiment answers otherwise, else the last one. */
export function mainAsk({ asks, experiment }: Example, sentence: number): Ask | undefined {
  const own = [...asks.entries()].filter(([, ask]) => ask.sentence === sentence);
  const changing = own.filter(([i, { answer }]) => experiment && experiment.answers[i] !== answer);
  return (changing.at(-1) ?? own.at(-1))?.[1];
}

/** What is asked at this token, else what the sentence opens with. */
export const askAt = (example: Example, sentence: number, query: number): Ask | undefined =>
  example.asks.find((ask) => ask.sentence === sentence && ask.query === query) ?? mainAsk(example, sentence);

/** What the experiment names is what is selected: who reads, and what is hidden from it or written anew. */
export function experimentAt(example: Example, at: Selection): Selection {
  const { experiment } = example;
  if (!experiment) return at;
  const { sentence, kind } = experiment;
  const query = kind === 'hide' ? experiment.query : (askAt(example, sentence, at.query)?.query ?? at.query);
  const key = kind === 'hide' ? experiment.key : kind === 'replace' ? experiment.step : at.key;
  return { ...at, query, step: query, key };
}

/** What is asked at this token, else the last question of the sentence. */
export function askOf({ asks }: Example, sentence: number, query?: number): Ask | undefined {
  const own = asks.filter((ask) => ask.sentence === sentence);
  return own.find((ask) => ask.query === query) ?? own.at(-1);
}
