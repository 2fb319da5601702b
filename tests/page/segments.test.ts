// How texts are divided where the browser does not know how.
import { afterEach, expect, test, vi } from 'vitest';
import { segments } from '../../web/page/model/segments';

afterEach(() => vi.unstubAllGlobals());

/** As Firefox before 125 has it. */
async function simple() {
  vi.resetModules();
  vi.stubGlobal('Intl', {});
  return (await import('../../web/page/model/segments')).segments;
}

test('without Intl.Segmenter the page divides by simple rules, and knows that it does', async () => {
  expect(segments.simple).toBe(false);
  expect((await simple()).simple).toBe(true);
});

test('words between spaces come out as the browser divides them', async () => {
  const { words } = await simple();
  for (const text of [
    'the dog that chased cats was tired',
    "I don't know, do you? It costs 3.14 – or 10%!",
    'naïve café, Straße; Привет мир, γειά σου',
    'snake_case and kebab-case',
    'שלום עולם مرحبا بالعالم',
    'हिन्दी में लिखा',
    '“quoted” (and) [bracketed]…',
    '',
  ])
    expect(words(text)).toEqual(segments.words(text));
});

test('of scripts without spaces each character is a word', async () => {
  const { words } = await simple();
  expect(words('我爱 GPT-4，真的。')).toEqual(['我', '爱', ' ', 'GPT', '-', '4', '，', '真', '的', '。']);
  expect(words('カタカナ')).toEqual(['カ', 'タ', 'カ', 'ナ']);
});

test('what is seen as one character stays whole', async () => {
  const { graphemes } = await simple();
  for (const text of ['e\u0301a', '👩‍👩‍👧x', '🇨🇳🇫🇷', '👍🏽!', '𠮷野', '❤️', 'a\r\nb', 'नमस्ते'.slice(0, 2), '\ud800'])
    expect(graphemes(text)).toEqual(segments.graphemes(text));
});

test('no character is lost or doubled', async () => {
  const { words, graphemes } = await simple();
  for (const text of ['𝔘nicode — 测试\u200b\u202e <pad> e\u0301 \ud83d', 'ไทยไม่มีช่องว่าง', '\n\t ', '1,000.5e-3']) {
    expect(words(text).join('')).toBe(text);
    expect(graphemes(text).join('')).toBe(text);
  }
});
