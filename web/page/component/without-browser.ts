// Stand-ins for what the element and Lit name when they are loaded: on a server they can be loaded, and nothing is drawn.

class Nothing {
  constructor() {
    throw new Error('<attention-inspector> is drawn in a browser, and here is none');
  }
}

const nothing = { createTreeWalker: () => ({}), createComment: () => ({}) };

export const HTMLElement = globalThis.HTMLElement ?? Nothing;
export const document = globalThis.document ?? nothing;
