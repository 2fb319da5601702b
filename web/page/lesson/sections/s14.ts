import { html } from 'lit';
import { chainShapes } from '../labs/chain-shapes';
import { writingAt } from '../loads';
import type { Section } from '../section';

export const s14: Section = {
  number: 14,
  prose: {
    en: html`<p>
        Take <code translate="no">batch_size</code> = 2, <code translate="no">num_steps</code> = 4, <code translate="no">num_hiddens</code> = 8: two sentences of
        four tokens, and each token is a row of eight numbers. Follow that shape from X to the output.
      </p>
      <p>
        At every stop three questions decide: who has a row here, what does the row count, and which axis has been
        summed away on the way here? The two sentences never meet: the first axis goes through untouched.
      </p>
      <p>
        Once it is filled in, compare the two ends. As many positions come out as went in, and each is as wide as
        before: attention changes what stands at a position, not how many positions there are.
      </p>`,
    zh: html`<p>取 <code translate="no">batch_size</code> = 2、<code translate="no">num_steps</code> = 4、<code translate="no">num_hiddens</code> = 8：两句话，每句四个词元，每个词元是一行八个数。从 X 开始，把形状一路跟到输出。</p>
      <p>每到一处，问三件事：这里每一行是谁的？一行里有多少个数，是什么数？这一步求和消去了哪个维度？两句话从不相遇，第一个维度始终不变。</p>
      <p>填完以后，比一比两头：进去几个位置，出来还是几个，每个位置上的向量也还是那么长。注意力改变的是每个位置上的内容，不是位置的个数。</p>`,
  },
  loads: (language) =>
    writingAt(language, 'X', {
      text: language === 'en' ? 'dogs chase small cats' : '小狗追猫',
      split: language === 'en' ? 'word' : 'character',
      numHiddens: 8,
    }),
  experiment: chainShapes,
};
