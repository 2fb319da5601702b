// The words of the take-away panel, which it brings with it.
import type { Language } from '../model/state';
import { reasonIn } from './reasons';

const en = {
  title: 'Take it away',
  say: 'What you see as a link, as files, as a picture, and as a program that computes the same numbers again.',
  open: 'Show what can be taken',
  close: 'Close',
  empty: 'There are no numbers to take yet.',

  link: 'A link to exactly this',
  copyLink: 'Copy the link',
  copied: 'Copied.',
  notCopied: 'The browser did not let it be copied. Here it is:',

  everything: 'Everything',
  everythingSay: 'The input and every stage, all heads, every digit.',
  one: 'One stage',
  stage: 'Stage to take',
  oneSay: '.npy and .csv hold all of it; the picture has your selection.',
  oneSayHead: (head: number) => `.npy and .csv hold every head; the picture is of head ${head}, with your selection.`,
  picture: (stage: string) => `The picture of ${stage}`,
  save: (file: string) => `Save ${file}`,
  failed: (error: unknown) => `It could not be saved: ${reasonIn('en', error)}`,

  program: 'A program',
  programSay: 'It holds this input and prints these numbers.',
  language: 'Language of the program',
  copyCode: 'Copy the program',
};

const zh: typeof en = {
  title: '带走',
  say: '把眼前的一切带走：链接、文件、图片，或者一段能重新算出这些数的程序。',
  open: '看看能带走什么',
  close: '收起',
  empty: '还没有可以带走的数。',

  link: '当前画面的链接',
  copyLink: '复制链接',
  copied: '已复制。',
  notCopied: '浏览器不允许复制，链接在这里：',

  everything: '全部',
  everythingSay: '输入和每个阶段、每个头，数字一位不少。',
  one: '一个阶段',
  stage: '要带走的阶段',
  oneSay: '.npy 和 .csv 是完整的数；图片里标出了你选中的格子。',
  oneSayHead: (head) => `.npy 和 .csv 含所有的头；图片只画头 ${head}，标出了你选中的格子。`,
  picture: (stage) => `${stage} 的图片`,
  save: (file) => `保存 ${file}`,
  failed: (error) => `没能保存：${reasonIn('zh', error)}`,

  program: '一段程序',
  programSay: '它带着这份输入，打印出这些数。',
  language: '程序的语言',
  copyCode: '复制程序',
};

export type TakeawayWords = typeof en;
export const takeawayWords: Record<Language, TakeawayWords> = { en, zh };
