// Where a text may be divided: at words, and at what is seen as one character. The browser knows (Intl.Segmenter, which
// Firefox has from 125 on); without it, simple rules: a word is letters and digits in a row, and of the scripts that put
// no spaces between words each character stands alone.

type Divide = (text: string) => string[];

export interface Segments {
  words: Divide;
  graphemes: Divide;
  /** By the simple rules. */
  simple: boolean;
}

// One fixed locale: the same text must give the same tokens whatever the language of the page.
// Word segmentation of Chinese uses a dictionary under every locale.
const locale = 'zh';

function byBrowser(): Segments {
  const words = new Intl.Segmenter(locale, { granularity: 'word' });
  const graphemes = new Intl.Segmenter(locale, { granularity: 'grapheme' });
  const divide =
    (segmenter: Intl.Segmenter): Divide =>
    (text) =>
      Array.from(segmenter.segment(text), ({ segment }) => segment);
  return { words: divide(words), graphemes: divide(graphemes), simple: false };
}

const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const letters = `(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}_])+`;
/** With what belongs to the character before it: accents, skin tones, the next emoji of a joined one. */
const marks = '[\\p{M}\\p{EMod}\\u200c]*';
const grapheme = `(?:\\r\\n|\\p{RI}{2}|.${marks}(?:\\u200d.${marks})*)`;
const word = new RegExp(`${letters}(?:['’.]${letters})*|\\s+|${grapheme}`, 'gsu');
const seen = new RegExp(grapheme, 'gsu');

const bySimpleRules: Segments = {
  words: (text) => text.match(word) ?? [],
  graphemes: (text) => text.match(seen) ?? [],
  simple: true,
};

export const segments: Segments = globalThis.Intl && 'Segmenter' in Intl ? byBrowser() : bySimpleRules;
