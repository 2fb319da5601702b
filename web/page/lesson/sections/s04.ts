// §4: one X, three tables of parameters; what each of them reaches.
import { html, type TemplateResult } from 'lit';
import type { View } from '../../view';
import { exercise } from '../labs/exercise';
import { projections } from '../labs/projections';
import { firstAt } from '../loads';
import type { Section } from '../section';

export const s04: Section = {
  number: 4,
  prose: {
    en: html`<p>
        There is only one sequence, but each word plays three parts in it. As a <b class="q">query</b> it looks for
        something; as a <b class="k">key</b> it is found by others; as a <b class="v">value</b> it hands something over.
      </p>
      <p>
        So X goes through three tables of parameters, each learned for its own part:
        <span class="math">Q = X W<sub>q</sub></span>, <span class="math">K = X W<sub>k</sub></span>, <span class="math">V = X W<sub>v</sub></span>. In
        PyTorch each is an <code translate="no">nn.Linear</code> without a bias. A projection works on every row alone: no word has
        looked at another yet.
      </p>
      <p>
        Change one entry of one table and see how far it reaches. A folded corner or a dashed bar shows what a number
        was before.
      </p>`,
    zh: html`<p>
        序列只有一个，每个词却要担任三种角色：作为<b class="q">查询</b>，它去寻找；作为<b class="k">键</b>，它供别人来匹配；作为<b class="v">值</b>，它提供内容。
      </p>
      <p>
        所以 X 要乘三张参数表，每张表学习一种角色：<span class="math">Q = X W<sub>q</sub></span>，<span class="math">K = X W<sub>k</sub></span>，<span
          class="math"
          >V = X W<sub>v</sub></span
        >。在 PyTorch 里，每张表都是一个不带偏置的 <code translate="no">nn.Linear</code>。投影对各行单独进行，到这一步还没有哪个词看过别的词。
      </p>
      <p>改动一张表里的一个数，看看它影响到哪里。折角和虚线小柱表示原来的数。</p>`,
  },
  loads: (language) => firstAt(language, 'Q'),
  experiment: (view) => html`<div class="lab">${projections(view)} ${onlyValues(view)}</div>`,
};

const onlyValues = (view: View): TemplateResult =>
  exercise(view, {
    question: {
      en: html`Only <code translate="no">W_v</code> changes. Which of these stays exactly the same?`,
      zh: html`只改 <code translate="no">W_v</code>，下面哪一个完全不变？`,
    },
    choices: [
      {
        text: { en: html`<i class="v">V</i>`, zh: html`<i class="v">V</i>` },
        right: false,
        reason: { en: 'V is X W_v: it is the first to change.', zh: 'V = X W_v，最先变的就是它。' },
      },
      {
        text: {
          en: html`<code translate="no">attention_weights</code>`,
          zh: html`<code translate="no">attention_weights</code>`,
        },
        right: true,
        reason: {
          en: 'Who looks at whom is settled by Q and K alone. W_v decides only what is then handed over.',
          zh: '谁看谁，只由 Q 和 K 决定；W_v 只决定被看的词交出什么。',
        },
      },
      {
        text: { en: html`<code translate="no">output</code>`, zh: html`<code translate="no">output</code>` },
        right: false,
        reason: {
          en: 'The output adds up rows of V, so it changes with them.',
          zh: '输出是 V 各行的加权和，V 变它也变。',
        },
      },
    ],
  });
