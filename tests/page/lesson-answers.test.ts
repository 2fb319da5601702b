// What may be written as an answer: every spelling of the right one is right at every question of the lesson, and what
// is no answer of the asked kind is asked for again.
import { describe, expect, test } from 'vitest';
import type { Question } from '../../web/page/lesson/labs/exercise.js';
import { readNumber, readShape } from '../../web/page/lesson/labs/reading.js';
import { sections } from '../../web/page/lesson/sections/index.js';
import { isRight, questionsOf } from './lesson-parts.js';

const fullWidth = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const long = (value: number) => value.toFixed(6).replace(/\.?0+$/, '');

/** One number as people write it. */
function spellings(value: number): string[] {
  const point = long(value);
  const comma = point.replace('.', ',');
  const million = Math.round(value * 1e6);
  const plain = [
    point,
    comma,
    `${million}/1000000`,
    `${million} / 1000000`,
    `${long(value * 100)}%`,
    `${long(value * 100).replace('.', ',')} %`,
    `${long(value * 100)} per cent`,
    `百分之${long(value * 100)}`.replace('百分之-', '负百分之'),
    point.replace(/^(-?)0\./, '$1.'),
    comma.replace(/^(-?)0,/, '$1,'),
    `= ${point}`,
    `${point} 份`,
    `${comma} shares`,
    `${point}。`,
    ...(value > 0 ? [`+${point}`, `约 ${point}`] : []),
  ];
  const signed = plain.flatMap((text) => ['−', '－', '–', '- '].map((minus) => text.replace('-', minus)));
  const written = [...new Set([...plain, ...signed])];
  return [...written, ...written.map(fullWidth), ...written.map((text) => `\u3000 ${text}\u00a0\t`)];
}

const unread = [
  '',
  '  ',
  '不知道',
  'many',
  'one fifth',
  '-',
  '−',
  '.',
  ',',
  '%',
  '/',
  '?',
  'NaN',
  '∞',
  'Infinity',
  '1/0',
  '0/0',
];
const unreadNumbers = [
  ...unread,
  '1 2',
  '0.2 0.3',
  '2 or 3',
  '1-2',
  '1..5',
  '0x10',
  '1e3',
  '6²',
  '√4',
  '2^4',
  '1,000.5',
  '（）',
];
const unreadShapes = [...unread, '2.5, 4, 8', '−2, 4, 8', '2/4/8', '50%', '2²', '()', '[,]'];

/** Whole numbers, and hundredths about 0, as cells show them. */
const hundredths = Array.from({ length: 1601 }, (_, i) => (i - 800) / 100);
const candidates = [...hundredths, ...Array.from({ length: 40 }, (_, i) => i + 8)];

async function rightNumber(question: Question): Promise<number> {
  const right: number[] = [];
  for (const value of candidates) if (await isRight(question, long(value))) right.push(value);
  return right[Math.floor(right.length / 2)] ?? Number.NaN;
}

describe.each(['en', 'zh'] as const)('in the %s lesson', (language) => {
  const asking: Record<number, string[]> = {
    1: ['number'],
    2: ['number', 'number'],
    3: ['shape', 'shape', 'shape'],
    6: ['number'],
    8: ['number'],
    9: ['number'],
    10: ['number'],
    11: ['number'],
    13: ['shape'],
  };

  test.each(sections.map(({ number }) => number))(
    '§%i takes every spelling of what is right, and asks again',
    async (number) => {
      const written = (await questionsOf(number, language)).filter((question) => !('choices' in question));
      expect(written.map((question) => ('number' in question ? 'number' : 'shape'))).toEqual(asking[number] ?? []);
      for (const question of written) {
        const none = 'number' in question ? unreadNumbers : unreadShapes;
        for (const text of none) expect(await isRight(question, text), text).toBe(null);
        if (!('number' in question)) continue;
        const right = await rightNumber(question);
        for (const text of spellings(right)) expect(await isRight(question, text), text).toBe(true);
        for (const text of spellings(right + 70)) expect(await isRight(question, text), text).toBe(false);
      }
    },
  );
});

test.each([
  ['36 pairs', 36],
  ['36对', 36],
  ['三十六对', 36],
  ['四倍', 4],
  ['4 倍', 4],
  ['×4', 4],
  ['x4', 4],
  ['4x', 4],
  ['16-fold', 16],
  ['(4)', 4],
  ['（4）', 4],
  ['⅕', 0.2],
  ['1½', 1.5],
  ['1 1/2', 1.5],
  ['５０％', 0.5],
  ['200‰', 0.2],
  ['五分之一', 0.2],
  ['5分之1', 0.2],
  ['百分之二十', 0.2],
  ['零点二', 0.2],
  ['0。2', 0.2],
  ['一半', 0.5],
  ['负一点五', -1.5],
  ['1/5 份', 0.2],
  ['4？', 4],
  ['答案：4', 4],
  ['\u200b4\u200e', 4],
])('%s is %d', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test.each([
  '(2, 4, 8)',
  '2 4 8',
  '2，4，8',
  '２、４、８',
  '（2，4，8）',
  '［２　４　８］',
  '【2，4，8】',
  '2×4×8',
  '2 x 4 x 8',
  '2*4*8',
  '2 by 4 by 8',
  '2乘4乘8',
  '二，四，八',
  '(2,4,8,)',
  'torch.Size([2, 4, 8])',
  '2 sentences, 4 tokens, 8 numbers',
  '2 句，4 个词元，8 个数',
])('%s is the shape (2, 4, 8)', (text) => {
  expect(readShape(text)).toEqual([2, 4, 8]);
});
