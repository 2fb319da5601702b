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

/** With three places and more, what is only too small to be seen is not printed as if it were 0. */
export function fixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return short(value);
  const text = noNegativeZero(value.toFixed(digits));
  if (digits < 3 || value === 0 || Number(text) !== 0) return minus(text);
  const least = (10 ** -digits).toFixed(digits);
  return value > 0 ? `< ${least}` : `> −${least}`;
}

/** Four places in an explanation (three on a narrow screen), fewer where the number is long. */
export const precise = (value: number, places: 3 | 4 = 4): string =>
  fixed(value, Math.max(0, places - Math.max(0, Math.floor(Math.log10(Math.abs(value) || 1)) - (places - 3))));

/** The same inside a formula, where “= < 0.0001” would say nothing: 6.1·10⁻⁶. */
export function inFormula(value: number): string {
  const text = precise(value);
  if (!/^[<>]/.test(text)) return text;
  const [mantissa = '', exponent = ''] = value.toExponential(1).split('e');
  return `${minus(mantissa)}·10${[...exponent].map((digit) => raised[digit] ?? '').join('')}`;
}

const raised: Record<string, string> = {
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((digit, i) => [String(i), digit])),
  '-': '⁻',
};

/** A factor inside a product keeps its sign in brackets. */
export const factor = (text: string): string => (text.startsWith('−') ? `(${text})` : text);

const noNegativeZero = (text: string): string => (/^-0\.?0*$/.test(text) ? text.slice(1) : text);
