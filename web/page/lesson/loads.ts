// What sections put into the figure: a prepared example, or a person's own kind of writing, at one of its stages.
import type { StageName } from '../model/stages';
import { firstExample, type Language, opening, type State, type Writing, writingIn } from '../model/state';

/** The example the page opens with, in this language. */
export const firstAt = (language: Language, stage: StageName): Partial<State> =>
  exampleAt(firstExample(language), language, stage);

export function exampleAt(id: string | null, language: Language, stage: StageName, sentence = 0): Partial<State> {
  const { at, ...rest } = opening(id, { language, ...writingIn(language) }, sentence);
  return { ...rest, at: { ...at, stage } };
}

/** Untrained: the sentence the page offers for writing, in a layer drawn from a seed. */
export const writingAt = (language: Language, stage: StageName, changes: Partial<Writing> = {}): Partial<State> => ({
  ...exampleAt(null, language, stage),
  ...writingIn(language),
  ...changes,
});
