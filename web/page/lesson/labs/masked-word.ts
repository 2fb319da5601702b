// §19: how BERT is trained, as a question.
import { html, type TemplateResult } from 'lit';
import type { View } from '../../view';
import { choices } from './choices';

const words = {
  en: {
    question: html`BERT is given “the cat [MASK] on the mat” and has to fill the gap. Which words may [MASK] read?`,
    choices: [
      [
        'Only those before it',
        'That is a decoder with a causal mask, such as GPT, which must not see what it is to write.',
      ],
      [
        'All of them, on both sides',
        'An encoder has no causal mask. The word itself has been taken out, so nothing is given away.',
      ],
      [
        'Only “cat”, the nearest noun',
        'Nobody tells it whom to read. Which words help is what the weights have learned.',
      ],
    ],
  },
  zh: {
    question: html`给 BERT 一句“猫 [MASK] 在垫子上”，让它把空填上。[MASK] 可以读哪些词？`,
    choices: [
      ['只能读它前面的', '那是带因果掩码的解码器，例如 GPT：它不能提前看到要写的内容。'],
      ['两边的都可以读', '编码器没有因果掩码。要填的词已经拿掉，读哪个词都不会泄露答案。'],
      ['只能读“猫”，离它最近的名词', '没有人规定它该读哪个词。读哪些词有用，正是训练要学的。'],
    ],
  },
} as const;

export const maskedWord = (view: View): TemplateResult => choices(view, words, 1);
