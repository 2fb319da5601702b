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
        <code translate="no">(batch_size, num_steps, num_hiddens)</code>.
      </p>
      <p>
        <code translate="no">batch_size</code> counts sentences, which never see each other. <code translate="no">num_steps</code> counts the tokens of
        a sentence; shorter ones are filled up to that length. <code translate="no">num_hiddens</code> counts the numbers that stand for
        one token. So one sentence is a matrix: a row for each token, a column for each number.
      </p>
      <p>
        Attention lets the rows of one such matrix read each other, and gives back as many rows. Write the shapes
        down; what you write is handed to a layer, and wrong shapes teach the most.
      </p>`,
    zh: html`<p>
        弄清了形状，代码就懂了一半。X 有三个维度，次序总是
        <code translate="no">(batch_size, num_steps, num_hiddens)</code>。
      </p>
      <p>
        <code translate="no">batch_size</code> 是句子的个数，句子之间互不相干；<code translate="no">num_steps</code>
        是一句话里词元的个数，短的句子要补齐到同样长；<code translate="no">num_hiddens</code>
        是用多少个数来表示一个词元。所以一句话就是一个矩阵：每个词元一行，每个数一列。
      </p>
      <p>
        注意力让同一个矩阵的各行互相读一遍，再输出同样多的行。请写出形状：你写的形状会真的交给一个层去试，写错的往往最能学到东西。
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
      { en: 'Sentences, tokens, numbers.', zh: '依次是句子、词元、数。' },
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
        zh: '这个批量里只有一句话，而这句话本身是 5 × 100 的矩阵。',
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
        zh: '进 5 行，出 5 行，变的只是行里的内容。',
      },
    )}
  </div>`;
}
