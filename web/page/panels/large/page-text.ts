// What this page says, apart from its numbers and its own long text: a line for each paragraph, heading and entry.

const parts = 'main :is(h1, h2, h3, p, dt, dd, li)';
const leftOut = 'x-large, x-matrix, table, svg, .sr';

/** Only a change of type within a word or a sentence; any other element is a word, a button or a block of its own. */
const withinWords = 'b, i, em, strong, code, bdi, a, s, sub, sup, mi, mn';

export const textOfPage = (): string =>
  [...document.querySelectorAll(parts)]
    .filter((part) => !part.closest(leftOut) && !part.querySelector('p, li'))
    .map((part) => said(part).replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');

function said(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return '';
  if (node.matches(leftOut)) return ' ';
  const inside = [...node.childNodes].map(said).join('');
  return node.matches(withinWords) ? inside : ` ${inside} `;
}
