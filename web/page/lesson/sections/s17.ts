import { html } from 'lit';
import { twoReaders } from '../labs/two-readers';
import { exampleAt } from '../loads';
import type { Section } from '../section';

export const s17: Section = {
  number: 17,
  prose: {
    en: html`<p>
        The attention of the earlier chapters joins two sequences: one asks, another answers. A translation being
        written looks back at its source; its queries come from what is written so far, keys and values from the source.
        Today this is called cross-attention.
      </p>
      <p>
        Self-attention joins a sequence with itself. In code that is all there is to it: where two different sequences
        were handed in, the same X is handed in three times, and three projections give it three parts to play.
      </p>
      <p>
        Everything after that stays: scores, scaling, mask, softmax, weighted sum, and an output with a row for each
        query. What may change are the shape of the scores, and who stands in the columns. Switch, and compare.
      </p>`,
    zh: html`<p>前几章的注意力连接两个序列，一个提问，一个回答。写译文时要回头看原文：查询来自已经写出的译文，键和值来自原文。现在这叫交叉注意力。</p>
      <p>自注意力则让一个序列与自己相连。在代码里，差别仅此而已：原来传入的是两个不同的序列，现在把同一个 X 传入三次，由三次投影分给它三种角色。</p>
      <p>后面的一切都不变：分数、缩放、掩码、softmax、加权和，输出照样是每个查询一行。会变的只有分数的形状，以及每一列是谁。切换一下，比一比。</p>`,
  },
  loads: (language) => exampleAt('siblings', language, 'attentionWeights'),
  experiment: twoReaders,
};
