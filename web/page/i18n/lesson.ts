// The words around the lesson; the sections bring their own, in every language.
import type { Language } from '../model/state';
import { reasonIn } from './reasons';

const en = {
  title: 'The lesson, section by section',
  say: 'Twenty-one short sections, from the shape of X to what is built on attention. Every number in them comes from the same core as the figure; most of them ask you something.',
  contents: 'Sections of the lesson',
  contentsNow: (section: number | null) => (section === null ? '21 sections' : `21 sections, now §${section}`),
  tick: (section: number, title: string) => `§${section} ${title}`,
  tryIt: 'Try it in the figure',
  showing: (section: number) => `Showing §${section}’s example.`,
  back: 'Back to yours',
  answer: 'Your answer',
  check: 'Check',
  right: 'Right.',
  wrong: 'Not quite.',
  writeNumber: 'Write a number, such as 0.25, 1/4 or 25%.',
  writeShape: 'Write whole numbers with commas between them, such as 3, 5, 7.',
  waiting: 'Waiting for the core.',
  refused: (error: unknown) => `The engine refused: ${reasonIn('en', error)}`,
  rowSums: 'Σ row',
  columnSums: 'Σ column',
};

const zh: typeof en = {
  title: '课程，一节一节来',
  say: '二十一个小节，从 X 的形状一直讲到 Transformer 和 BERT。其中每个数都和上面的图出自同一个内核，多数小节还会问你一个问题。',
  contents: '课程的各节',
  contentsNow: (section) => (section === null ? '共 21 节' : `共 21 节，现在是第 ${section} 节`),
  tick: (section, title) => `第 ${section} 节 ${title}`,
  tryIt: '在图里试试',
  showing: (section) => `正在看第 ${section} 节的例子。`,
  back: '回到你自己的',
  answer: '你的答案',
  check: '检查',
  right: '对。',
  wrong: '还不对。',
  writeNumber: '请写一个数，例如 0.25、1/4 或 25%。',
  writeShape: '请写几个整数，用逗号隔开，例如 3, 5, 7。',
  waiting: '正在等待内核。',
  refused: (error) => `引擎报错：${reasonIn('zh', error)}`,
  rowSums: 'Σ 行',
  columnSums: 'Σ 列',
};

export type LessonWords = typeof en;
export const lessonWords: Record<Language, LessonWords> = { en, zh };
