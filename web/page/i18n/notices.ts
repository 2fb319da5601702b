// What the page says of the browser it is in, and of what did not arrive.
import type { Language } from '../model/state';

const en = {
  lacking: (names: string) =>
    `This browser lacks ${names}. What needs that does not work here; Chrome and Edge from 100 on, Firefox from 97 and Safari from 16.4 have it.`,
  simple: (name: string) =>
    `This browser lacks ${name}, so texts are divided by simple rules: at spaces and punctuation, and Chinese character by character. Elsewhere the same text may have other tokens.`,
  unstyled: 'The page’s styles did not arrive.',
  reload: 'Load the page again',
  panel: (reason: string) => `One part of the page could not be drawn: ${reason}`,
};

const zh: typeof en = {
  lacking: (names) =>
    `这个浏览器不支持 ${names}，用到它的地方在这里不能用。Chrome 和 Edge 100、Firefox 97、Safari 16.4 以及更新的版本都支持。`,
  simple: (name) =>
    `这个浏览器不支持 ${name}，所以只能按简单的规则切分：遇到空格和标点就断开，中文一字一个词元。换一个浏览器，同一段文字的词元可能不同。`,
  unstyled: '页面的样式没能载入。',
  reload: '重新载入页面',
  panel: (reason) => `页面有一部分没能画出来：${reason}`,
};

export type NoticeWords = typeof en;
export const noticeWords: Record<Language, NoticeWords> = { en, zh };
