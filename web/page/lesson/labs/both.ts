// What a question says, in both languages, from a dictionary of each.
import type { Language } from '../../model/state';
import type { Words } from './exercise';

export const both = <Dictionary>(
  words: Readonly<Record<Language, Dictionary>>,
  say: (t: Dictionary) => unknown,
): Words => ({ en: say(words.en), zh: say(words.zh) });
