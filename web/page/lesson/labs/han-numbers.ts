// Numbers in Chinese characters, as people write a short answer: 四, 十六, 一百零五, 零点二, 一半, 五分之一, 百分之二十.
const numerals = '零〇一二两兩三四五六七八九十百千半点點';
const digits: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'零一二三四五六七八九'].map((digit, value) => [digit, value])),
  〇: 0,
  两: 2,
  兩: 2,
};
const powers: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const part = `([\\d.,${numerals}]+)`;

/** The same text with every Chinese number in digits. */
export const inDigits = (text: string): string =>
  text
    .replace(new RegExp(`百分之\\s*${part}`, 'gu'), '$1%')
    .replace(new RegExp(`${part}\\s*分之\\s*${part}`, 'gu'), '$2/$1')
    .replace(new RegExp(`[${numerals}]+`, 'gu'), (written) => String(numberIn(written) ?? written));

function numberIn(written: string): number | null {
  if (written === '半' || written === '一半') return 0.5;
  const [whole = '', ...parts] = written.split(/[点點]/u);
  const before = wholeNumber(whole);
  if (before === null || parts.length > 1) return null;
  const after = [...(parts[0] ?? '')].map((digit) => digits[digit]);
  if (after.includes(undefined) || (parts.length === 1 && after.length === 0)) return null;
  return Number(`${before}.${after.join('')}`);
}

/** 三百零五 = 3 × 100 + 5; 十六 = 1 × 10 + 6. */
function wholeNumber(written: string): number | null {
  let sum = 0;
  let waiting: number | null = null;
  for (const character of written) {
    const [digit, power] = [digits[character], powers[character]];
    if (power !== undefined) {
      sum += (waiting ?? 1) * power;
      waiting = null;
    } else if (digit !== undefined && !waiting) waiting = digit;
    else return null;
  }
  return written === '' ? null : sum + (waiting ?? 0);
}
