// §7: what the transpose is for, which sizes clash without it, and along which axis shares add up.
import { html } from 'lit';
import { axisOfSoftmax } from '../labs/axis';
import { transposing } from '../labs/transposing';
import { firstAt } from '../loads';
import type { Section } from '../section';

export const s07: Section = {
  number: 7,
  prose: {
    en: html`<p>
        Queries are <code translate="no">(batch_size, num_queries, d)</code>, keys are <code translate="no">(batch_size, num_kv_pairs, d)</code>. Both
        keep a token in a row. A product of matrices multiplies a row of the left one with a <i>column</i> of the right
        one, so keys have to become columns.
      </p>
      <p>
        <code translate="no">keys.transpose(1, 2)</code> exchanges the last two axes, counted from 0, and leaves the batch alone:
        <code translate="no">(batch_size, d, num_kv_pairs)</code>. Then the two d meet and vanish, and
        <code translate="no">(batch_size, num_queries, num_kv_pairs)</code> is left: a score for each pair.
      </p>
      <p>
        Change the sizes and watch the line that forgot its transpose. Mostly they clash, and you are told. The dangerous case is the other
        one: when <code translate="no">num_kv_pairs</code> happens to equal d, nothing complains.
      </p>
      <p>
        The same goes for softmax, which needs to be told an axis. Along the last one, each query divides its attention
        among the keys. The other axis gives shares too, of something else.
      </p>`,
    zh: html`<p>
        查询是 <code translate="no">(batch_size, num_queries, d)</code>，键是
        <code translate="no">(batch_size, num_kv_pairs, d)</code>，都是每个词元一行。而矩阵乘法是用左边的一行去乘右边的一<b>列</b>，所以键得先变成列。
      </p>
      <p>
        <code translate="no">keys.transpose(1, 2)</code> 交换最后两个维度（维度从 0 数起），批量那一维不动，得到
        <code translate="no">(batch_size, d, num_kv_pairs)</code>。于是两个 d 相遇，求和之后消去，剩下
        <code translate="no">(batch_size, num_queries, num_kv_pairs)</code>：每个配对一个分数。
      </p>
      <p>
        改一改尺寸，看看忘了转置的那一行。多数时候尺寸冲突，程序会报错；危险的是另一种情形：<code translate="no">num_kv_pairs</code>
        恰好等于 d，什么错也不报。
      </p>
      <p>
        softmax 也一样，得告诉它沿哪个维度。沿最后一维，是每个查询把注意力分配给各个键；沿另一维也能得到份额，分的却是别的东西。
      </p>`,
  },
  loads: (language) => firstAt(language, 'K'),
  experiment: (view) => html`<div class="lab">${transposing(view)} ${axisOfSoftmax(view)}</div>`,
};
