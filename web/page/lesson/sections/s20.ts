import { html } from 'lit';
import { assemble } from '../labs/assemble';
import { chainLine } from '../labs/chain-line';
import type { Section } from '../section';

export const s20: Section = {
  number: 20,
  prose: {
    en: html`<p>
        One sequence is projected three times, so that each row can ask, be found, and hand something over
        (<a href="#s4">§4</a>). QKᵀ scores every pair of positions (<a href="#s8">§8</a>). Scaled (<a href="#s9"
          >§9</a
        >), masked and put through softmax (<a href="#s10">§10</a>), each row of scores becomes a distribution.
      </p>
      <p>
        The output is the sum of the values with these weights (<a href="#s11">§11</a>): as many rows as went in
        (<a href="#s14">§14</a>), each of them its token in this context (<a href="#s12">§12</a>). No position waits for
        another (<a href="#s15">§15</a>), and that is why Transformer and BERT could be built on it
        (<a href="#s19">§19</a>).
      </p>`,
    zh: html`<p>同一个序列投影三次，于是每一行都能提问、能被找到，也能提供内容（<a href="#s4">第 4 节</a>）。QKᵀ 给每一对位置打分（<a href="#s8">第 8 节</a>）。经过缩放（<a href="#s9">第 9 节</a>）、掩码和 softmax（<a href="#s10">第 10 节</a>），每一行分数就成了一个分布。</p>
      <p>输出是各个值按这些权重的加权和（<a href="#s11">第 11 节</a>）：进去几行，出来几行（<a href="#s14">第 14 节</a>），每一行都是那个词元在这段上下文里的表示（<a href="#s12">第 12 节</a>）。各个位置谁也不必等谁（<a href="#s15">第 15 节</a>），正因如此，Transformer 和 BERT 才能建立在它之上（<a href="#s19">第 19 节</a>）。</p>`,
  },
  experiment: (view) => html`${chainLine(view.state.language)}${assemble(view)}`,
};
