// What a panel is given, and what it may ask for. Data flows one way:
// model → view → panels → actions → model.

import type { nothing, TemplateResult } from 'lit';
import type { AsyncEngine } from 'xattention';
import type { Example } from './examples';
import type { Dictionary } from './i18n';
import type { EditableStage, Pair } from './model/edits';
import type { Given } from './model/given';
import type { Picture } from './model/picture';
import type { Selection } from './model/selection';
import type { Step } from './model/stages';
import type { Language, State, Theme } from './model/state';
import type { Scheme } from './widgets/ramp';

/** A number of a stage that could not be set, and what was written for it. */
export interface NumberProblem {
  kind: 'number' | 'magnitude' | 'edits';
  stage: EditableStage;
  index: number;
  text: string;
}

/** Why what was asked for is not what is shown. */
export type Problem =
  | { kind: 'tokens' | 'characters' | 'sentences'; limit: number; count: number }
  | NumberProblem
  /** `missing`: what the example computes with did not arrive. */
  | { kind: 'engine' | 'missing'; error: unknown };

/** The fields of own writing: who asks, and who answers where that is another. */
export type TextField = 'text' | 'source';

export interface Model {
  state: State;
  /** The last picture that could be drawn; it may be older than the state, never newer. */
  picture: Picture;
  /** The picture of the state is on its way. */
  computing: boolean;
  problem: Problem | null;
  /** What a field of the sentences holds while it cannot be accepted. */
  draft: { field: TextField; text: string } | null;
  /** States to go back and forth to. */
  past: readonly State[];
  future: readonly State[];
  /** Whether a stroke over the masked pairs paints. */
  brush: boolean;
  /** The cell under the pointer. */
  hover: Selection | null;
  playing: boolean;
  keysOpen: boolean;
  /** All heads side by side. */
  fanned: boolean;
  /** The list of examples. */
  listOpen: boolean;
  announcement: string;
  /** What computes every number; null while it is on its way. */
  core: AsyncEngine | null;
  /** What a person had before a section of the lesson put its own into the figure. */
  yours: State | null;
  /** The section that put it there. */
  showing: number | null;
  /** The viewport's width in pixels for text of 16 pixels: larger text leaves less room. And whether the system prefers dark. */
  width: number;
  dark: boolean;
  /** On paper everything is light and narrow. */
  printing: boolean;
}

export interface Actions {
  change(patch: Partial<State>): void;
  write(field: TextField, text: string): void;
  /** Sets one number of a stage; null puts it back. False where the text is no number that can be set. */
  edit(stage: EditableStage, index: number, text: string | null): boolean;
  /** What was written for a number and refused is given up. */
  giveUp(): void;
  /** Tries again what failed: to bring the core, or to compute. */
  again(): void;
  /** Puts numbers of a person's own into the figure. */
  bring(given: Given): void;
  /** Forbids pairs by hand, or allows them again. */
  paint(pairs: readonly Pair[], forbid: boolean): void;
  toggleBrush(): void;
  /** Makes the experiment of the example, or takes it back. */
  tryOut(on: boolean): Promise<void>;
  undo(): void;
  redo(): void;
  /** Open an example at one of its sentences; null is a person's own writing. */
  choose(example: string | null, sentence?: number): void;
  /** Choose a cell; `speak` when it was chosen without being looked at. */
  select(at: Selection, speak?: boolean): void;
  peek(at: Selection | null): void;
  goTo(step: Step): void;
  /** One stage of the formula back (−1) or on (1). */
  step(by: -1 | 1): void;
  play(): void;
  setHead(head: number): void;
  /** Puts what a section of the lesson is about into the figure, and keeps what was there. */
  load(section: number, patch: Partial<State>): Promise<void>;
  /** Back to what there was before the lesson. */
  back(): void;
  /** Goes to a section of the lesson, in the address too; null leaves the lesson. */
  readSection(section: number | null): void;
  setLanguage(language: Language): void;
  setTheme(theme: Theme): void;
  toggleKeys(): void;
  toggleFan(): void;
  toggleList(): void;
}

export interface View extends Model {
  t: Dictionary;
  /** The prepared example; undefined where a person writes. */
  example: Example | undefined;
  act: Actions;
  scheme: Scheme;
  /** Two bands side by side, or one block for each stage. */
  wide: boolean;
  /** What is lit: the cell under the pointer, else the selected one. */
  at: Selection;
  selected: Selection;
  /** The stop of the stepper this selection belongs to. */
  step: Step;
  /** Names of who asks and of who answers, by position; repeated ones carry it. */
  names: string[];
  keyNames: string[];
}

export type Panel = (view: View) => TemplateResult | typeof nothing;
