// What a section is drawn from. Hovering and editing the figure is not among it, so that neither waits for the lesson.
import type { View } from '../view';

export const drawnFrom = ({ state, scheme, core, wide, width }: View): readonly unknown[] => [
  state.language,
  scheme,
  core,
  wide,
  width,
];

/** Whether a section has to be drawn again. */
export function drawnAnew(now: View, before: View | undefined): boolean {
  const then = before && drawnFrom(before);
  return !then || drawnFrom(now).some((part, i) => part !== then[i]);
}
