// What people write as an answer, in either language's way: 0.2, 0,2, .2, ０．２, 1/5, ⅕, 20%, 百分之二十, 五分之一, −4, 4 倍,
// 36 pairs. One reader for every question of the lesson; what it cannot read is asked for again.
import { inDigits } from './han-numbers';

/** Signs that mean a minus, whatever keyboard they come from. */
const minus = /[\u2010-\u2015\u2212负負]/gu;

/** Full-width forms made plain; marks that nobody sees dropped; ⅕ kept apart from what stands before it. */
const plain = (text: string): string =>
  text
    .replace(/[¼-¾⅐-⅞]/gu, ' $&')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('⁄', '/')
    .replace(minus, '-')
    .replace(/(?<=\d)[点點](?=\d)/gu, '.')
    .trim();

/** A power of ten, a root or an index: reading on past it would give another number. */
const beyond = /[√^⁰¹²³⁴-⁹₀-₉]/u;

const leading = /^(?:[^\d]*[=:≈~]|约|大约|about|×|x(?=\s*\d))\s*/iu;
/** What may follow a number: its unit, and the end of a sentence. */
const unit = /^\s*[\p{L}\s'’()-]*[.。!?！？]?$/u;

/** null where it is no number, or more than one. A comma may stand for the point. */
export function readNumber(text: string): number | null {
  if (beyond.test(text)) return null;
  const written = plain(text)
    .replace(leading, '')
    .replace(/^\((.*)\)$/su, '$1');
  return amount(inDigits(written));
}

/** A signed number, a fraction or a mixed one, of a hundred where per cent follows. */
function amount(written: string): number | null {
  const parts =
    /^([+-]?)\s*(?:(\d+)\s+(?=\d+\s*\/))?(\d+(?:[.,。]\d*)?|[.,。]\d+)(?:\s*\/\s*(\d+(?:[.,。]\d+)?))?(?![.,。]?\d)(.*)$/su.exec(
      written,
    );
  if (!parts) return null;
  const [, sign, whole = '0', top = '', bottom = '1', rest = ''] = parts;
  const share = /^\s*(?:(%|per\s?cent\b|pct\b|percent\b)|(‰))?(.*)$/isu.exec(rest);
  if (!unit.test(share?.[3] ?? '')) return null;
  const of = share?.[1] ? 100 : share?.[2] ? 1000 : 1;
  const value = (Number(whole) + decimal(top) / decimal(bottom)) / of;
  return Number.isFinite(value) ? (sign === '-' ? -value : value) : null;
}

const decimal = (digits: string): number => Number(digits.replace(/[,。]/u, '.'));

/** (2, 4, 8), 2×4×8, ［２　４　８］, torch.Size([2, 4, 8]) … → [2, 4, 8]; null where there is no whole number, or another kind. */
export function readShape(text: string): number[] | null {
  if (beyond.test(text)) return null;
  const written = inDigits(plain(text));
  if (/-\s*\d|[./]\s*\d|\d[./%‰]/u.test(written)) return null;
  const sizes = written.match(/\d+/gu)?.map(Number) ?? [];
  return sizes.length > 0 && sizes.every((size) => size < 1e9) ? sizes : null;
}

export const shapeText = (shape: readonly number[]): string => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
