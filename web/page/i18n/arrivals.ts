// What is said where a part of the page did not arrive.
import type { Language } from '../model/state';

const en = {
  part: (reason: string) => `This part of the page did not arrive: ${reason}`,
  model: (reason: string) => `The example’s model did not arrive, so its numbers are not shown: ${reason}`,
  vectors: (reason: string) =>
    `The word vectors did not arrive, so every word here has a random vector, and these numbers say nothing about the words: ${reason}`,
  again: 'Try again',
  reload: 'Load the page again',
};

const zh: typeof en = {
  part: (reason) => `页面的这一部分没有送到：${reason}`,
  model: (reason) => `这个例子的模型没有送到，所以它的数没有显示：${reason}`,
  vectors: (reason) => `词向量没有送到，所以这里的词用的都是随机向量，这些数也说明不了词与词的关系：${reason}`,
  again: '再试一次',
  reload: '重新载入页面',
};

export const arrivalWords: Record<Language, typeof en> = { en, zh };
