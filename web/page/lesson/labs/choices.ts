// A question with choices, as its words in both languages and the place of the right one.
import type { TemplateResult } from 'lit';
import type { Language } from '../../model/state';
import type { View } from '../../view';
import { both } from './both';
import { exercise } from './exercise';

export interface Asked {
  question: unknown;
  /** Alike in order in every language. */
  choices: readonly (readonly [text: unknown, reason: unknown])[];
}

/** @param about - what the question is about: when it becomes another, the last answer is forgotten */
export function choices(
  view: View,
  words: Readonly<Record<Language, Asked>>,
  right: number,
  about?: unknown,
): TemplateResult {
  const offered = words.en.choices.map((_, i) => ({
    text: both(words, (t) => t.choices[i]?.[0]),
    right: i === right,
    reason: both(words, (t) => t.choices[i]?.[1]),
  }));
  return exercise(view, { question: both(words, (t) => t.question), choices: offered }, about);
}
