// Why something was refused, in words.
import type { Dictionary } from '../i18n';
import { limits } from '../model/state';
import type { NumberProblem, Problem } from '../view';

export function numberSaid(t: Dictionary, { kind, text }: NumberProblem): string {
  switch (kind) {
    case 'number':
      return t.edit.notANumber(text);
    case 'magnitude':
      return t.edit.tooLarge(limits.magnitude, text);
    case 'edits':
      return t.edit.tooMany(limits.edits);
  }
}

export function problemSaid(t: Dictionary, problem: Exclude<Problem, NumberProblem>): string {
  switch (problem.kind) {
    case 'tokens':
      return t.tooManyTokens(problem.limit, problem.count);
    case 'characters':
      return t.tooManyCharacters(problem.limit, problem.count);
    case 'sentences':
      return t.edit.tooManySentences(problem.limit, problem.count);
    case 'engine':
    case 'missing':
      return t.engineFailed(problem.error);
  }
}
