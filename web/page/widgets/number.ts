// Numbers as the page prints them: a true minus, and as many digits as the room allows.

const minus = (text: string): string => text.replace('-', '−');

/** −12.3, 4.56, 0.00: at most five characters wide up to ±999. */
export function short(value: number, room: 4 | 5 = 5): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size >= 9999.5) return minus(value.toExponential(0).replace('e+', 'e'));
  const spare = room - 3;
  const digits = size >= 99.95 ? 0 : size >= 9.995 ? Math.max(0, spare - 1) : spare;
  return minus(noNegativeZero(value.toFixed(digits)));
}

export function fixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return short(value);
  return minus(noNegativeZero(value.toFixed(digits)));
}

/** Four places in an explanation (three on a narrow screen), fewer where the number is long. */
export const precise = (value: number, places: 3 | 4 = 4): string =>
  fixed(value, Math.max(0, places - Math.max(0, Math.floor(Math.log10(Math.abs(value) || 1)) - (places - 3))));

/** A factor inside a product keeps its sign in brackets. */
export const factor = (text: string): string => (text.startsWith('−') ? `(${text})` : text);

const noNegativeZero = (text: string): string => (/^-0\.?0*$/.test(text) ? text.slice(1) : text);
