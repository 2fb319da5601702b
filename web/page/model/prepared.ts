// A prepared example as the figure shows it: its batch, before or after its experiment.
import { type Ask, type Example, examples } from '../examples';
import type { Pair } from './edits';

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

/** What is asked at this token, else the last question of the sentence. */
export function askOf({ asks }: Example, sentence: number, query?: number): Ask | undefined {
  const own = asks.filter((ask) => ask.sentence === sentence);
  return own.find((ask) => ask.query === query) ?? own.at(-1);
}
