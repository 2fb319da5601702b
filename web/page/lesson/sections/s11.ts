import { html } from 'lit';
import { gather } from '../labs/gather';
import { exampleAt } from '../loads';
import type { Section } from '../section';

export const s11: Section = {
  number: 11,
  prose: {
    en: html`<p>
        <code translate="no">torch.bmm(attention_weights, values)</code> multiplies every row of weights by the whole of V. Written out
        for one row it reads output[i] = w₁ · V[1] + w₂ · V[2] + …: each row of V is scaled by one weight, and the
        scaled rows are added up, column by column.
      </p>
      <p>
        The weights are at least 0 and add up to 1. So the output cannot leave the room between the rows of V: one
        weight of 1 copies a row, equal weights give their mean, and everything else lies in between.
      </p>
      <p>
        Here is the box of a trained example. Move a weight: the others share what is left in their old proportions, and
        the core gathers the values again with the weights you set.
      </p>`,
    zh: html`<p>
        <code translate="no">torch.bmm(attention_weights, values)</code> 让权重的每一行都与整个 V 相乘。只写出一行，就是 output[i] = w₁ ·
        V[1] + w₂ · V[2] + …：V 的每一行各乘一个权重，再逐列加起来。
      </p>
      <p>权重都不为负，加起来等于 1，所以输出不会超出 V 各行围成的范围：某个权重是 1，就照抄那一行；权重全相等，就是取平均；其余情形都介于两者之间。</p>
      <p>这里是一个训练好的例子里的空格。拖动任何一个权重，其余的会按原来的比例分掉剩下的份额，内核再用你定的权重重新汇总。</p>`,
  },
  loads: (language) => exampleAt(language === 'en' ? 'dog' : 'bird', language, 'output'),
  experiment: gather,
};
