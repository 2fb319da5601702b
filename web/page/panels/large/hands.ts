// Mouse, wheel and fingers on something that can be zoomed and moved. It knows points and factors, not what they show.
import { unit } from '../../widgets/screen';

type Point = readonly [number, number];

export interface Handling {
  /** Closer (> 1) or away (< 1) from a point. */
  zoom(factor: number, at: Point): void;
  pan(by: Point): void;
  click(at: Point): void;
}

/** Pixels a pointer may wander and still click. */
const steady = 4;

export class Hands {
  readonly #host: HTMLElement;
  readonly #handling: Handling;
  readonly #fingers = new Map<number, Point>();
  #isClick = false;
  #wandered = 0;

  constructor(host: HTMLElement, handling: Handling) {
    this.#host = host;
    this.#handling = handling;
    host.addEventListener('pointerdown', this.#down);
    host.addEventListener('pointermove', this.#move);
    host.addEventListener('pointerup', this.#up);
    host.addEventListener('pointercancel', this.#cancel);
    host.addEventListener('wheel', this.#wheel, { passive: false });
  }

  #pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#host.getBoundingClientRect();
    const size = unit();
    return [(clientX - left) / size, (clientY - top) / size];
  }

  readonly #down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.#host.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, this.#pointOf(event));
    this.#isClick = this.#fingers.size === 1;
    this.#wandered = 0;
  };

  readonly #move = (event: PointerEvent): void => {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = this.#pointOf(event);
    const by: Point = [now[0] - before[0], now[1] - before[1]];
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.#wandered += Math.hypot(...by);
    if (this.#wandered > steady) this.#isClick = false;
    if (this.#isClick) return;
    this.#fingers.set(event.pointerId, now);
    if (!other) {
      this.#handling.pan(by);
      return;
    }
    const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.#handling.pan([by[0] / 2, by[1] / 2]);
    this.#handling.zoom(distance(now, other) / Math.max(1, distance(before, other)), middle);
  };

  readonly #up = (event: PointerEvent): void => {
    const wasDown = this.#fingers.delete(event.pointerId);
    if (wasDown && this.#isClick) this.#handling.click(this.#pointOf(event));
    this.#isClick = false;
  };

  readonly #cancel = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    this.#isClick = false;
  };

  /** The page keeps its wheel until what lies here has the focus, or Ctrl says that zooming is meant. */
  readonly #wheel = (event: WheelEvent): void => {
    const isPinch = event.ctrlKey || event.metaKey;
    if (!isPinch && document.activeElement !== this.#host) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (!isPinch && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
      const [x, y] = event.shiftKey ? [event.deltaX || event.deltaY, 0] : [event.deltaX, event.deltaY];
      this.#handling.pan([(-x * pixels) / unit(), (-y * pixels) / unit()]);
    } else {
      this.#handling.zoom(Math.exp(-event.deltaY * pixels * (isPinch ? 0.006 : 0.0025)), this.#pointOf(event));
    }
  };
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
