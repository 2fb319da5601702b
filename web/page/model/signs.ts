// Characters that nobody sees, or that turn the writing about them, and which way a line is written.

/** What such a character is called where it has a short name. */
const names: Record<string, string> = {
  '\u00ad': 'SHY',
  '\u061c': 'ALM',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2060': 'WJ',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\ufeff': 'BOM',
};

const nameOf = (sign: string): string =>
  `‹${names[sign] ?? `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`}›`;

const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u2800]/u;
const allUnseen = new RegExp(`^(?:${unseen.source})+$`, 'u');
const oftenUnseen = /[\u00ad\u200b\u2060\ufeff\p{Cc}\p{Zl}\p{Zp}]/u;

/** A token with a name in place of what would not be seen, or would have the rest read backwards. Joiners join. */
export function visible(token: string): string {
  if (allUnseen.test(token)) return Array.from(token, nameOf).join('');
  if (!turning.test(token) && !oftenUnseen.test(token)) return token;
  return Array.from(token, (sign) => (turning.test(sign) || oftenUnseen.test(sign) ? nameOf(sign) : sign)).join('');
}

/** One spelling for what looks alike: accents joined to their letters, no soft hyphens. */
export const tidy = (text: string): string => text.normalize('NFC').replaceAll('\u00ad', '');

const fromTheRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** By the first letter there is, as browsers do. */
export function directionOf(tokens: readonly string[], isPad: (token: string) => boolean): 'ltr' | 'rtl' {
  const first = tokens.filter((token) => !isPad(token)).find((token) => /\p{L}/u.test(token));
  const letter = /\p{L}/u.exec(first ?? '')?.[0] ?? '';
  return fromTheRight.test(letter) ? 'rtl' : 'ltr';
}
