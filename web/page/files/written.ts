// Numbers as keyboards write them: in full width, with an ideographic full stop, with any of the signs for a minus.

const fullWidth = /[\uFF01-\uFF5E]/g;
const minus = /[\u2010-\u2015\u2212]/g;

/** The same in the signs that programs read; what nobody sees is left out. */
export function plainNumber(text: string): string {
  return text
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(minus, '-')
    .replace(/[。｡]/g, '.')
    .replace(/[\p{Cf}\s]/gu, '');
}

/** One number. A comma is the decimal one where it cannot stand between thousands, as in 1,234. undefined: it is none. */
export function readOneNumber(text: string): number | undefined {
  if (/\d\s+\d/.test(text)) return undefined;
  const plain = plainNumber(text);
  const isThousands = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/.test(plain);
  const written = isThousands ? plain : plain.replace(/^([^,.]*),([^,.]*)$/, '$1.$2');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(written) ? Number(written) : undefined;
}
