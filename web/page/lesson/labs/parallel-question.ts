// §15: what grows when a sequence becomes twice as long.
import type { TemplateResult } from 'lit';
import type { View } from '../../view';
import { choices } from './choices';

const words = {
  en: {
    question: 'A sequence becomes twice as long. What happens to the steps that must wait for each other?',
    choices: [
      [
        'They double for both',
        'For the RNN they do. Attention has more in each product, but no more products in a row.',
      ],
      [
        'They double for the RNN, and stay for attention',
        'The RNN waits n times; attention has the same few products, four times as large for QKᵀ.',
      ],
      ['They stay for both', 'h₂ₙ of the RNN cannot begin before h₂ₙ₋₁ is done.'],
    ],
  },
  zh: {
    question: '序列的长度变成原来的两倍。必须先后进行的步数会怎样？',
    choices: [
      ['两者都加倍', 'RNN 是这样。注意力的每次乘法变大了，先后要做的乘法却没有变多。'],
      ['RNN 加倍，注意力不变', 'RNN 要等 n 次；注意力还是那几次乘法，只是 QKᵀ 的大小变成原来的四倍。'],
      ['两者都不变', 'RNN 的 h₂ₙ 要等 h₂ₙ₋₁ 算完才能开始。'],
    ],
  },
} as const;

export const parallelQuestion = (view: View): TemplateResult => choices(view, words, 1);
