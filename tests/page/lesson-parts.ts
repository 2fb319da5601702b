// The sections of the lesson without a browser: what they and their labs draw, taken apart.
import type { TemplateResult } from 'lit';
import { type AsyncEngine, load } from 'xattention';
import { judged, type Question } from '../../web/page/lesson/labs/exercise.js';
import { sections } from '../../web/page/lesson/sections/index.js';
import type { View } from '../../web/page/view.js';

export const core: AsyncEngine = await load({ webgpu: false });

export const viewIn = (language: 'en' | 'zh'): View =>
  ({ state: { language }, core, scheme: 'light', wide: true, width: 1280 }) as unknown as View;

interface DrawnLab {
  view: View;
  ask(core: AsyncEngine): Promise<unknown>;
  draw(numbers: unknown): TemplateResult;
}

/** What a template is filled with, and what the labs in it are; a lab that shows more and more shows all of it. */
export async function* partsOf(drawn: unknown, view: View): AsyncGenerator<unknown> {
  yield drawn;
  if (Array.isArray(drawn)) for (const part of drawn) yield* partsOf(part, view);
  if (!isTemplate(drawn)) return;
  for (const part of drawn.values) yield* partsOf(part, view);
  for (const [, name = ''] of drawn.strings.join('').matchAll(/<(x-[\w-]+) \.view=/g)) {
    const Lab = customElements.get(name) as (new () => Partial<DrawnLab>) | undefined;
    if (!Lab?.prototype.draw) continue;
    const lab = Object.assign(new Lab(), { view, ...(name === 'x-three-steps' && { reached: 3 }) }) as DrawnLab;
    yield* partsOf(lab.draw(await lab.ask(core)), view);
  }
}

const isTemplate = (part: unknown): part is TemplateResult =>
  typeof part === 'object' && part !== null && 'strings' in part && 'values' in part;

const isQuestion = (part: unknown): part is Question =>
  typeof part === 'object' &&
  part !== null &&
  'question' in part &&
  ['choices', 'number', 'shape'].some((kind) => kind in part);

/** Every question of a section, in order. */
export async function questionsOf(number: number, language: 'en' | 'zh'): Promise<Question[]> {
  const view = viewIn(language);
  const found: Question[] = [];
  const drawn = sections[number - 1]?.experiment?.(view);
  for await (const part of partsOf(drawn, view)) if (isQuestion(part)) found.push(part);
  return found;
}

export const isRight = async (question: Question, written: string): Promise<boolean | null> =>
  (await judged(question, written))?.right ?? null;

/** What a template says, without its tags. */
export function textOf(part: unknown): string {
  if (Array.isArray(part)) return part.map(textOf).join('');
  if (typeof part === 'string' || typeof part === 'number') return String(part);
  if (!isTemplate(part)) return '';
  return part.strings
    .map((piece, i) => piece + textOf(part.values[i]))
    .join('')
    .replace(/<[^>]*>/g, '');
}
