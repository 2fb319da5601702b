// §3: what the axes of X count; shapes are asked for and put to a layer.
import { html, type TemplateResult } from 'lit';
import type { View } from '../../view';
import { shapeExercise } from '../labs/shapes';
import { firstAt } from '../loads';
import type { Section } from '../section';

export const s03: Section = {
  number: 3,
  prose: {
    en: html`<p>
        Whoever knows the shapes knows half of the code. X has three axes, always in this order:
        <code>(batch_size, num_steps, num_hiddens)</code>.
      </p>
      <p>
        <code>batch_size</code> counts sentences, which never see each other. <code>num_steps</code> counts the tokens of
        a sentence; shorter ones are filled up to that length. <code>num_hiddens</code> counts the numbers that stand for
        one token. So one sentence is a matrix: a row for each token, a column for each number.
      </p>
      <p>
        Attention lets the rows of one such matrix read each other, and gives back as many rows. Write the shapes
        down; what you write is handed to a layer, and wrong shapes teach the most.
      </p>`,
    zh: html`<p>
        弄清形状，代码就懂了一半。X 有三个维度，次序总是
        <code>(batch_size, num_steps, num_hiddens)</code>。
      </p>
      <p>
        <code>batch_size</code> 数的是句子，句子之间互不相见；<code>num_steps</code>
        数的是一句话里的词元，短的补齐到同样长；<code>num_hiddens</code>
        数的是代表一个词元的那些数。所以一句话就是一个矩阵：一行一个词元，一列一个数。
      </p>
      <p>
        注意力让同一个矩阵的各行互相读一遍，再交回同样多的行。请写出形状；写下的会真的交给一个层去试，写错的往往最有意思。
      </p>`,
  },
  loads: (language) => firstAt(language, 'X'),
  experiment: shapes,
};

function shapes(view: View): TemplateResult {
  return html`<div class="lab">
    ${shapeExercise(
      view,
      {
        en: '2 sentences of 4 tokens, 8 numbers for each token. What is the shape of X?',
        zh: '2 句话，每句 4 个词元，每个词元 8 个数。X 的形状是？',
      },
      [2, 4, 8],
      { en: 'Sentences, tokens, numbers.', zh: '句子、词元、数，依次排开。' },
    )}
    ${shapeExercise(
      view,
      {
        en: 'One sentence of 5 tokens, 100 numbers for each token. What is the shape of X?',
        zh: '1 句话，5 个词元，每个词元 100 个数。X 的形状是？',
      },
      [1, 5, 100],
      {
        en: 'A batch of one sentence, which by itself is a 5 × 100 matrix.',
        zh: '一个批量，里面只有一句话，这句话自己是 5 × 100 的矩阵。',
      },
    )}
    ${shapeExercise(
      view,
      {
        en: 'That X goes through self-attention. What is the shape of the output?',
        zh: '让这个 X 经过自注意力，输出的形状是？',
      },
      [1, 5, 100],
      {
        en: 'Five rows in, five rows out: only what they hold is new.',
        zh: '进 5 行，出 5 行，变的只是行里装的内容。',
      },
    )}
  </div>`;
}
