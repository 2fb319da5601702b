// What the page asks of the lesson's module, and what comes back.
import type { LessonModule } from 'lesson-module/lesson.js';

export type Reader = 'rnn' | 'attention';

export interface Calls {
  addNorm: LessonModule['addNorm'];
  feedForward: LessonModule['feedForward'];
  /** Milliseconds of one reading: the median of several. */
  measure(reader: Reader, numSteps: number, numHiddens: number): number;
}

export type Request = { [Name in keyof Calls]: { id: number; name: Name; args: Parameters<Calls[Name]> } }[keyof Calls];
export type Reply = { id: number; result: ReturnType<Calls[keyof Calls]> } | { id: number; error: string };
