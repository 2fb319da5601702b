// The trained example each language uses in the first sections, and its tokens' names.
import type { Language } from '../../model/state';
import { tokenNames } from '../../model/tokens';
import { exampleNamed } from './traced';

export const firstId: Record<Language, string> = { en: 'keys', zh: 'book' };

/** Repeated tokens carry their position. */
export const namesOf = (id: string, sentence = 0): string[] => tokenNames(exampleNamed(id).sentences[sentence] ?? []);

export const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => String(i));

/** “query 0”, “query 1” … */
export const counted = (name: string, count: number): string[] => numbered(count).map((i) => `${name} ${i}`);
