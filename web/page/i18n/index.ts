import type { Language } from '../model/state';
import { type Dictionary, en } from './en';
import { zh } from './zh';

/** A further language is one more file and one more line here (and in `languages` of model/state.ts). */
export const dictionaries: Record<Language, Dictionary> = { en, zh };
export const languageTags: Record<Language, string> = { en: 'en', zh: 'zh-CN' };
export const languageNames: Record<Language, string> = { en: 'English', zh: '中文' };
export type { Dictionary };
