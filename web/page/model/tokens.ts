// How a sentence becomes tokens. A token's identity is its position, never its text:
// nothing here or elsewhere looks a token up by what it says.

import { segments } from './segments';
import { tidy, visible } from './signs';

export const splits = ['word', 'character', 'space'] as const;
export type Split = (typeof splits)[number];

/** The one token with a meaning: it fills a row up and is left out of the valid length. */
export const pad = '<pad>';

const pieces: Record<Split, (text: string) => string[]> = {
  word: segments.words,
  character: segments.graphemes,
  space: (text) => text.split(/\s+/),
};

export function tokenize(text: string, split: Split): string[] {
  return tidy(text)
    .split(/(<pad>)/)
    .flatMap((part) => (part === pad ? [pad] : pieces[split](part)))
    .filter((token) => token.trim() !== '');
}

/** How many tokens come before the trailing <pad>s. */
export function lengthBeforePadding(tokens: readonly string[]): number {
  let length = tokens.length;
  while (length > 0 && tokens[length - 1] === pad) length -= 1;
  return length;
}

/** Of one grapheme: more is no writing but a heap of marks. */
const mostUnits = 64;

/** At most `size` graphemes; never cuts a surrogate pair or a combining mark off. */
export function shorten(token: string, size = 16): string {
  if (token.length <= size) return token;
  const start = token.slice(0, size * mostUnits);
  const seen = segments.graphemes(start);
  if (seen.length <= size && start.length < token.length) return `${start}…`;
  return seen.length <= size ? token : `${seen.slice(0, size).join('')}…`;
}

/** The tokens as the page names them: a repeated one carries its position, as in “and #2”. */
export function tokenNames(tokens: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return tokens.map((token, i) =>
    (counts.get(token) ?? 0) > 1 ? `${shorten(visible(token))} #${i}` : shorten(visible(token)),
  );
}

/** A seed of its own for each text (FNV-1a over UTF-8), so that a word has the same vector wherever it stands. */
export function seedOf(token: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(token)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** The same tokens in another order, on each line its own; <pad>s stay at the end. */
export function shuffled(text: string, split: Split): string {
  const inAnotherOrder = (tokens: readonly string[]): string[] => {
    const length = lengthBeforePadding(tokens);
    const order = tokens.slice(0, length);
    for (let i = length - 1; i > 0; i -= 1) {
      const j = Math.floor(Math.random() * i); // Sattolo: never itself, so that one press is always seen
      [order[i], order[j]] = [order[j] as string, order[i] as string];
    }
    return [...order, ...tokens.slice(length)];
  };
  return text
    .split('\n')
    .map((line) => inAnotherOrder(tokenize(line, split)).join(' '))
    .join('\n');
}
