import { html } from 'lit';
import { rectangle } from '../labs/rectangle';
import { exampleAt } from '../loads';
import type { Section } from '../section';

export const s13: Section = {
  number: 13,
  prose: {
    en: html`<p>
        Self-attention takes queries, keys and values from one sequence, so there are as many queries as pairs of key
        and value: <code translate="no">num_queries = num_kv_pairs = num_steps</code>. The scores are a square in which every position
        meets every position, itself included.
      </p>
      <p>
        Nothing in the formula needs a square. Let 3 tokens read 5 others: scores and weights become 3 by 5, and the
        output has 3 rows. Rows are those who ask, columns those who answer. Only keys and values cannot part: each
        value is handed over by the weight that its key got, so both are counted by one number.
      </p>`,
    zh: html`<p>自注意力的查询、键、值出自同一个序列，有几个查询，就有几对键和值：<code translate="no">num_queries = num_kv_pairs = num_steps</code>。分数是一个方阵，每个位置都与所有位置相遇，也包括它自己。</p>
      <p>公式本身并不需要方阵。让 3 个词元去读另外 5 个，分数和权重就是 3 行 5 列，输出有 3 行。行是提问的一方，列是回答的一方。只有键和值不能分开：一个值交出多少，全看它的键得到多少权重，所以键和值的个数必须相同，都是 num_kv_pairs。</p>`,
  },
  loads: (language) => exampleAt('siblings', language, 'scores'),
  experiment: rectangle,
};
