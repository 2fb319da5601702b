// The words of the page: both languages say the same things, and one thing has one name.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { examples } from '../../web/page/examples/index.js';
import { bringWords } from '../../web/page/i18n/bring.js';
import { editWords } from '../../web/page/i18n/edit.js';
import { en } from '../../web/page/i18n/en.js';
import { inspectorWords } from '../../web/page/i18n/inspector.js';
import { largeWords } from '../../web/page/i18n/large.js';
import { lessonWords } from '../../web/page/i18n/lesson.js';
import { noticeWords } from '../../web/page/i18n/notices.js';
import { proofWords } from '../../web/page/i18n/proof.js';
import { takeawayWords } from '../../web/page/i18n/takeaway.js';
import { zh } from '../../web/page/i18n/zh.js';

const pages = { en, zh };
const dictionaries: Record<string, { en: unknown; zh: unknown }> = {
  pages,
  bringWords,
  editWords,
  inspectorWords,
  largeWords,
  lessonWords,
  noticeWords,
  takeawayWords,
  proofWords: { en: { ...proofWords.en, variants: 0 }, zh: { ...proofWords.zh, variants: 0 } }, // the engine's own in English
};

/** Each sentence by its place, and whether it is a function. */
function placesOf(words: unknown, place = ''): string[] {
  if (typeof words !== 'object' || words === null || 'strings' in words) return [`${place} ${typeof words}`];
  return Object.entries(words).flatMap(([key, part]) => placesOf(part, `${place}.${key}`));
}

test.each(Object.entries(dictionaries))('%s has the same sentences in both languages', (_, words) => {
  const plain = (places: string[]) => places.map((place) => place.replace(/ (string|object)$/, ''));
  expect(plain(placesOf(words.zh))).toEqual(plain(placesOf(words.en)));
});

const root = fileURLToPath(new URL('../../web/page/', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(ts|json|html|js)$/.test(name) && !name.startsWith('embeddings/'),
);

/** What was said before, and the one word for it now. */
describe.each([
  ['遮罩', '掩码'],
  ['遮住', '屏蔽，或不让…看到'],
  ['批次', '批量'],
  ['得分', '分数'],
  ['轴', '维度'],
  ['词对', '配对'],
  ['大图', '长文本'],
  ['放大看', '长文本'],
  ['放回', '恢复为'],
  ['说法是', '报错'],
  ['自己的向量', '随机向量'],
  ['手工', '手动'],
  ['第一句', '第 1 句'],
  ["'own vector'", 'random vector'],
  ['house of money', 'a place that keeps money'],
])('“%s” is', (before, now) => {
  test(`nowhere: “${now}” instead`, () => {
    expect(files.filter((name) => readFileSync(`${root}${name}`, 'utf8').includes(before))).toEqual([]);
  });
});

test('every example of a language is introduced by words of its own', () => {
  for (const language of ['en', 'zh'] as const) {
    const own = examples.filter((example) => example.language === language);
    for (const shown of ['en', 'zh'] as const) {
      const said = own.map(({ question }) => question[shown]);
      expect(new Set(said).size).toBe(said.length);
    }
  }
});
