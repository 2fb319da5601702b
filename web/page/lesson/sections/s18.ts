import { html } from 'lit';
import { mastery } from '../labs/mastery';
import type { Section } from '../section';

export const s18: Section = {
  number: 18,
  prose: {
    en: html`<p>
        Five things carry the rest: where Q, K and V come from (<a href="#s4">§4</a>), what QKᵀ holds
        (<a href="#s8">§8</a>), what softmax makes of it (<a href="#s10">§10</a>), why the weights times V are a
        weighted sum (<a href="#s11">§11</a>), and what shape comes out (<a href="#s14">§14</a>).
      </p>
      <p>
        One question for each. A wrong answer is worth as much as a right one: every choice says why it is right, or
        what it would mean if it were. What you got right is remembered on this machine, nowhere else.
      </p>`,
    zh: html`<p>后面的一切都靠这五件事：Q、K、V 从哪里来（<a href="#s4">第 4 节</a>），QKᵀ 里是什么（<a href="#s8">第 8 节</a>），softmax 把它变成什么（<a href="#s10">第 10 节</a>），权重乘 V 为什么是加权和（<a href="#s11">第 11 节</a>），以及输出是什么形状（<a href="#s14">第 14 节</a>）。</p>
      <p>每件事一道题。答错和答对一样有收获：每个选项都会说明它为什么对，或者假如真是那样会怎样。答对了哪些，只记在这台机器上，不会传到别处。</p>`,
  },
  experiment: mastery,
};
