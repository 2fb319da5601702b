// The window that an element is in: in an iframe or a popup it is another than the one this code was loaded in. Much of it
// may be missing, in old browsers and where there is none; what is missing is done without.

export type View = Partial<Window & typeof globalThis>;

/** undefined for an element of a document that is not shown. */
export const viewOf = (node: Node): View | undefined => node.ownerDocument?.defaultView ?? undefined;

/** Dispatches an event of the window that the element is in: no other is known to who listens there. */
export function tell(element: Element, type: string, detail: unknown, { composed = false } = {}): void {
  const Event = viewOf(element)?.CustomEvent ?? CustomEvent;
  element.dispatchEvent(new Event(type, { detail, bubbles: true, composed }));
}

/** Before the next frame is drawn; where none is, soon. */
export function beforeFrame(element: Element, then: () => void): void {
  const view = viewOf(element);
  if (view?.requestAnimationFrame) view.requestAnimationFrame(then);
  else setTimeout(then);
}
