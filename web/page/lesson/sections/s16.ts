import { html } from 'lit';
import { kept } from '../labs/kept';
import { exampleAt } from '../loads';
import type { Section } from '../section';

export const s16: Section = {
  number: 16,
  prose: {
    en: html`<p>
        Once the output is made, the weights have done their work and could be forgotten. Modules keep them all the
        same, in one line, <code>self.attention_weights = …</code>. It costs num_queries × num_kv_pairs numbers, and it
        buys a look inside: hardly anything else in a network says so directly who read whom.
      </p>
      <p>
        Drawn as a heat map they have a row for each reader and a column for each that is read. The diagonal is reading
        oneself; what lies far from it are words far apart in the sentence, joined in one step.
      </p>
      <p>
        One caution: a weight tells what was read, not why, and not whether the answer hung on it. That can be tried:
        hide the key from the query in the figure, and see what the output says then.
      </p>`,
    zh: html`<p>输出一旦算好，权重就完成了任务，本可以扔掉。模块却总把它们留着，一行 <code>self.attention_weights = …</code> 就够了。代价是 num_queries × num_kv_pairs 个数，换来的是能看到里面：网络里几乎没有别的东西，能这样直接地说出谁读了谁。</p>
      <p>画成热力图，每个读者一行，每个被读的词一列。对角线上是读自己；离对角线越远，两个词在句子里就隔得越远，而注意力一步就把它们连上了。</p>
      <p>有一点要当心：权重说的是读了什么，没说为什么，也没说答案是不是靠它得来的。这可以试：在图中对查询遮住那个键，再看输出怎么说。</p>`,
  },
  loads: (language) => exampleAt(language === 'en' ? 'flowers' : 'book', language, 'attentionWeights'),
  experiment: kept,
};
