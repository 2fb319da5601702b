// Who reads where nobody has chosen, and what becomes of a reader when the words do.
import { describe, expect, test } from 'vitest';
import { fromHash, toHash } from '../../web/page/model/hash.js';
import { readerIn } from '../../web/page/model/reader.js';
import { changed, initialState, inputsOf, opening, type State } from '../../web/page/model/state.js';

const read = ({ at, ...state }: State): string | undefined => inputsOf({ at, ...state }).tokens[at.query];
const own = (text: string): State => ({
  ...initialState('en'),
  ...opening(null, { ...initialState('en'), text }),
  text,
});

describe('the usual reader', () => {
  test.each([
    ['the cat sat on the mat <pad>', 'the'],
    ['，我爱北京天安门。', '北京'],
    ['“好”，他说。……', '他'],
    ['hello', 'hello'],
    ['wait, what?!', 'wait'],
    ['… — !', '…'],
    ['<pad>', '<pad>'],
    ['ξένος λόγος', 'ξένος'],
  ])('is a word that another one follows, no padding and no punctuation: %s', (text, reader) => {
    expect(read(own(text))).toBe(reader);
    expect(read(fromHash(`#lang=zh&text=${encodeURIComponent(text)}`, 'en'))).toBe(reader);
  });

  test('is none of an empty sentence', () => {
    expect(readerIn([])).toBe(0);
  });
});

describe('what is written anew', () => {
  test('has a reader of its own, however long the old index was', () => {
    let state: State = { ...own('the dog that chased cats was tired'), at: { ...own('a').at, query: 6, step: 6 } };
    for (const text of ['the', 'the d', 'the do', 'a b\nc <pad> <pad>', '，，', '我，你'])
      for (const sentence of [0, 1]) {
        state = changed(changed(state, { text }), { sentence });
        expect(state.at.query, text).toBe(state.at.step);
        const token = read(state) ?? '';
        const words = inputsOf(state).tokens.filter((one) => /\p{L}/u.test(one));
        if (words.length > 0) expect(words, text).toContain(token);
      }
  });

  test('keeps a reader that was chosen, as long as its word stays', () => {
    const state = own('one two three four');
    const chosen = { ...state, at: { ...state.at, query: 1, step: 1 } };
    expect(read(changed(chosen, { text: 'one two three four five' }))).toBe('two');
    expect(read(changed(chosen, { text: 'one 2 three four five' }))).toBe('four');
    expect(read(changed(state, { text: 'one two three four five' }))).toBe('four');
  });

  test('and the address without a choice leads to the same cell', () => {
    for (const text of ['我，你 好。', 'a b c d e f g h', '<pad> a']) {
      const state = own(text);
      expect(toHash(state)).not.toContain('at=');
      expect(fromHash(toHash(state), 'en').at).toEqual(state.at);
    }
  });
});
