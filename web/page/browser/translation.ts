// A browser that translates the page puts elements of its own where text was. A drawing goes on to write where its text is:
// what is written there puts the text back, and the browser translates it anew. Else words would stay that are no more.

/** `<font>` is what translators wrap words in; the page has none of its own. */
const isForeign = (node: Node | null | undefined): node is HTMLElement => node?.nodeName === 'FONT';

export function outliveTranslation(root: Element): void {
  new MutationObserver((records) => {
    for (const record of records) {
      const text = [...record.removedNodes].find((node) => node instanceof Text);
      if (!text) continue;
      const foreign = [...record.addedNodes, record.previousSibling, record.nextSibling].find(isForeign);
      if (foreign && foreign.parentNode === record.target) stand(foreign, text);
    }
  }).observe(root, { childList: true, subtree: true });
}

/** A drawing writes `data` of the node that it finds where its text was. */
function stand(foreign: HTMLElement, text: Text): void {
  if (Object.hasOwn(foreign, 'data')) return;
  Object.defineProperty(foreign, 'data', {
    set(written: string) {
      text.data = written;
      foreign.replaceWith(text);
    },
  });
}
