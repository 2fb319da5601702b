// The element's style sheet in whatever document it comes to be: a constructed sheet holds in the one it was made for alone.

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** By a constructed sheet, as a policy of `style-src 'self'` lets it be; where there is none, by an element. */
export function dress(root: ShadowRoot, css: string): void {
  const document = root.ownerDocument;
  const sheet = sheets.get(document) ?? made(document, css);
  root.querySelector('style')?.remove();
  if (sheet) {
    sheets.set(document, sheet);
    root.adoptedStyleSheets = [sheet];
  } else {
    root.prepend(Object.assign(document.createElement('style'), { textContent: css }));
  }
}

function made({ defaultView }: Document, css: string): CSSStyleSheet | undefined {
  if (!defaultView || !('adoptedStyleSheets' in defaultView.document)) return undefined;
  const sheet = new (defaultView as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
