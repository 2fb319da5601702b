// A prepared example as the figure shows it: one sentence of its batch, before or after its experiment.
import { type Ask, type Example, examples } from '../examples';

/** Those the figure can draw: it has one sequence, so whatever reads from a second one waits for a figure with two. */
export const prepared: readonly Example[] = examples.filter(({ sources }) => !sources);

export const exampleOf = (id: string | null): Example | undefined => prepared.find((example) => example.id === id);

/** Which of its sentences is shown, and whether its experiment is made. */
export interface Shown {
  sentence: number;
  tried: boolean;
}

export function tokensOf({ sentences, experiment }: Example, { sentence, tried }: Shown): string[] {
  const tokens = [...(sentences[sentence] ?? [])];
  if (tried && experiment?.kind === 'replace' && experiment.sentence === sentence)
    tokens[experiment.step] = experiment.token;
  return tokens;
}

/** The pair that the experiment forbids. */
export function hiddenOf({ experiment }: Example, { sentence, tried }: Shown): readonly [number, number] | null {
  const hides = tried && experiment?.kind === 'hide' && experiment.sentence === sentence;
  return hides ? [experiment.query, experiment.key] : null;
}

export const hasPositions = ({ experiment }: Example, { tried }: Shown): boolean =>
  !(tried && experiment?.kind === 'positions');

/** What is asked at this token, else the last question of the sentence. */
export function askOf({ asks }: Example, sentence: number, query?: number): Ask | undefined {
  const own = asks.filter((ask) => ask.sentence === sentence);
  return own.find((ask) => ask.query === query) ?? own.at(-1);
}
