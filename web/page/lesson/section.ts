// One section of the lesson: words in both languages, what "Try it" loads into the figure, and something to do.
// Its title stands in titles.ts. A link to a section, <a href="#s4">§4</a>, works anywhere inside the lesson.
import type { TemplateResult } from 'lit';
import type { Language, State } from '../model/state';
import type { View } from '../view';

export interface Section {
  /** 1 … 21: it stands at the anchor #s1 … #s21. */
  number: number;
  /** One to four paragraphs, <p> each. */
  prose: Record<Language, TemplateResult>;
  /** What "Try it" loads into the figure; a section without one has nothing to show there. */
  loads?: (language: Language) => Partial<State>;
  /**
   * An experiment or an exercise with a checked answer, beside the prose (under it on a phone). It is made when its
   * section comes near the screen, and drawn again when language, colours, width or core change: never because the
   * figure's picture did.
   */
  experiment?: (view: View) => TemplateResult;
}
