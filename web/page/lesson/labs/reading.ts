// What people write as an answer: full-width digits and brackets, a true minus, commas or spaces between numbers.

const plain = (text: string): string => text.normalize('NFKC').replaceAll('−', '-').trim();

/** null where it is no number. A comma may stand for the point. */
export function readNumber(text: string): number | null {
  const written = plain(text).replace(',', '.').replace(/^\+/, '');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(written) ? Number(written) : null;
}

/** (2, 4, 8), 2×4×8, [2 4 8] … → [2, 4, 8]; null where it is no list of whole numbers. */
export function readShape(text: string): number[] | null {
  const parts = plain(text)
    .replace(/^[([]|[)\]]$/g, '')
    .split(/[\s,、×x*]+/i)
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : null;
}

export const shapeText = (shape: readonly number[]): string => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
