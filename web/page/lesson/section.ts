// One section of the lesson: words in both languages, what "Try it" loads into the figure, and something to do.
import type { TemplateResult } from 'lit';
import type { Text } from '../examples';
import type { Language, State } from '../model/state';
import type { View } from '../view';

export interface Section {
  /** 1 … 21: it stands at the anchor #s1 … #s21. */
  number: number;
  title: Text;
  /** One to four paragraphs. */
  prose: Record<Language, TemplateResult>;
  /** What "Try it" loads into the figure; a section without one has nothing to show there. */
  loads?: (language: Language) => Partial<State>;
  /** An experiment or an exercise with a checked answer, under the prose. */
  experiment?: (view: View) => TemplateResult;
}
