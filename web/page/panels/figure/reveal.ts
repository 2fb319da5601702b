// After a cell was chosen, it and the card that explains it are on screen, below the stops, which stay on top.
// The page moves no farther than that takes.

type Span = readonly [number, number];

const margin = 2;

/** @param matrix - the one that was touched, where several show the same stage */
export function reveal(matrix?: Element): void {
  const card = document.querySelector('#figure .inspector');
  if (!card) return;
  const free = freeSpan();
  const ring = ringOf(matrix, card)?.getBoundingClientRect();
  const box = card.getBoundingClientRect();
  const wanted = inside(0, shifts(box, free));
  const whole = ring ? inside(wanted, shifts(ring, free)) : wanted;
  // Where there is no room for both, half of the cell still says which one it is.
  const by = ring && box.top - whole < free[0] ? inside(wanted, shifts(middleOf(ring), free)) : whole;
  if (Math.abs(by) >= 1) scrollBy(0, by);
}

/** After the next drawing, when the card is of that cell and stands where it belongs. */
export const revealSoon = (matrix?: Element): number => requestAnimationFrame(() => reveal(matrix));

/** The ring around the selected cell. */
function ringOf(matrix: Element | undefined, card: Element): Element | undefined {
  const rings = [...(matrix ?? document).querySelectorAll('x-matrix .ring, .mx > .ring')];
  const { top } = card.getBoundingClientRect();
  const distance = (ring: Element) => Math.abs(ring.getBoundingClientRect().top - top);
  return rings.filter((ring) => ring.closest('#figure')).sort((a, b) => distance(a) - distance(b))[0];
}

/** What nothing lies over, once the page has scrolled. */
function freeSpan(): Span {
  const stuck = document.querySelector<HTMLElement>('.stuck');
  const top = stuck ? stuck.offsetHeight + (Number.parseFloat(getComputedStyle(stuck).top) || 0) : 0;
  return [top + margin, innerHeight - margin];
}

const middleOf = ({ top, height }: DOMRect) => ({ top: top + height / 2, bottom: top + height / 2 });

/** How far the page may scroll so that all of an element is seen, or of a taller one its head. */
function shifts({ top, bottom }: Pick<DOMRect, 'top' | 'bottom'>, [from, to]: Span): Span {
  return [Math.min(bottom - to, top - from), top - from];
}

const inside = (value: number, [least, most]: Span): number => Math.min(Math.max(value, least), most);
