// §8: QKᵀ as a table of pairs; one entry by hand, and a guess at the highest.
import { html } from 'lit';
import { pairs } from '../labs/pairs';
import { firstAt } from '../loads';
import type { Section } from '../section';

export const s08: Section = {
  number: 8,
  prose: {
    en: html`<p>
        Entry [i, j] of <span class="math">QKᵀ</span> is the dot product of query i and key j: multiply the two rows
        number by number, and add. The more the two point the same way, and the longer they are, the larger it gets.
        Below zero they point apart.
      </p>
      <p>
        With 5 queries and 5 keys, one product of matrices fills a table of 25 scores. It is a map of the sentence: who
        is how relevant to whom, for any distance. It need not be symmetric, since a query is not a key.
      </p>
      <p>
        <code translate="no">torch.bmm</code> does it for every sentence of the batch at once, and never mixes two of them. Compute one
        entry yourself, then guess the best one of a row; the table comes afterwards.
      </p>`,
    zh: html`<p>
        <span class="math">QKᵀ</span> 的第 [i, j] 个数，是查询 i 与键 j 的点积：两行里对应的数相乘，再加起来。两者方向越一致、长度越长，它就越大；小于零，则说明方向相背。
      </p>
      <p>
        5 个查询、5 个键，一次矩阵乘法就填满一张 25 个分数的表。它是这句话的一张关系图：谁与谁有多相关，不论相隔多远。它不一定对称，因为查询不是键。
      </p>
      <p>
        <code translate="no">torch.bmm</code>
        对批量里的所有句子同时这样做，但从不把两句话混在一起。先亲手算一个数，再猜一行里哪个分数最高；猜完就能看到整张表。
      </p>`,
  },
  loads: (language) => firstAt(language, 'scores'),
  experiment: pairs,
};
