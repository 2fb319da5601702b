import { html } from 'lit';
import { kept } from '../labs/kept';
import { exampleAt } from '../loads';
import type { Section } from '../section';

export const s16: Section = {
  number: 16,
  prose: {
    en: html`<p>
        Once the output is made, the weights have done their work and could be forgotten. Modules keep them all the
        same, in one line, <code translate="no">self.attention_weights = …</code>. It costs num_queries × num_kv_pairs numbers for every
        sentence and head, and it buys a look inside: hardly anything else in a network says so directly who read whom.
      </p>
      <p>
        Drawn as a heat map they have a row for each reader and a column for each that is read. The diagonal is reading
        oneself; what lies far from it are words far apart in the sentence, joined in one step.
      </p>
      <p>
        One caution: a weight tells what was read, not why, and not whether the answer hung on it. That can be tried:
        hide the key from the query in the figure, and see what the output says then.
      </p>`,
    zh: html`<p>输出一旦算好，权重就完成了任务，本可以丢掉。模块却总是把它们留下，只要一行 <code translate="no">self.attention_weights = …</code>。代价是每句话、每个头都要存 num_queries × num_kv_pairs 个数，换来的是能看到内部：网络里几乎没有别的东西能这样直接地说出谁读了谁。</p>
      <p>画成热力图，每个读的词一行，每个被读的词一列。对角线上是读自己；离对角线越远，两个词在句子里隔得就越远，而注意力一步就把它们连了起来。</p>
      <p>有一点要当心：权重只说读了什么，没有说为什么，也没有说答案是不是靠它得来的。这可以试一试：在图里不让这个查询看到那个键，看看答案变不变。</p>`,
  },
  loads: (language) => exampleAt(language === 'en' ? 'flowers' : 'book', language, 'attentionWeights'),
  experiment: kept,
};
