// §5: X as its own queries, keys and values, beside projections that were trained.
import { html, type TemplateResult } from 'lit';
import type { View } from '../../view';
import { exercise } from '../labs/exercise';
import { unprojected } from '../labs/unprojected';
import { writingAt } from '../loads';
import type { Section } from '../section';

export const s05: Section = {
  number: 5,
  prose: {
    en: html`<p>
        Nothing forbids Q = K = V = X: the formula runs, and related words even find each other. But three things are
        lost.
      </p>
      <p>
        The <b>parts</b> fall together. Then <span class="math">scores = XXᵀ</span> is symmetric: if the box needs the
        noun, the noun must need the box just as much. And a row has its largest product mostly with rows like itself,
        so words look at themselves and their kind, whatever the task asks for.
      </p>
      <p>
        Nothing can be <b>learned</b> about whom to ask: a projection has parameters, a copy has none. And there is
        nothing to <b>split</b> among several heads: each will need Q, K and V of its own, and there is only one X.
      </p>
      <p>Here the same sentence is read both ways, by a trained layer and by X alone.</p>`,
    zh: html`<p>让 Q = K = V = X 也未尝不可：公式照样能算，相关的词甚至真能互相找到。但会失去三样东西。</p>
      <p>
        三种<b>角色</b>混成了一种。这时 <span class="math">scores = XXᵀ</span>
        是对称的：空格需要那个名词，名词就得同样需要空格。而且每一行多半与跟自己相像的行点积最大，于是每个词总是读自己和同类，不管任务要它读谁。
      </p>
      <p>
        该问谁，也<b>学</b>不到了：投影有参数可学，照抄则没有。以后要<b>拆</b>成多个头时也没有余地：每个头都需要自己的 Q、K、V，而 X 只有一份。
      </p>
      <p>这里把同一句话读了两遍：一遍用训练好的层，一遍只用 X。</p>`,
  },
  loads: (language) => writingAt(language, 'attentionWeights', { identity: true, numHiddens: 16 }),
  experiment: (view) => html`<div class="lab">${unprojected(view)} ${symmetric(view)}</div>`,
};

const symmetric = (view: View): TemplateResult =>
  exercise(view, {
    question: {
      en: html`With Q = K = X, which of these is always true?`,
      zh: html`当 Q = K = X 时，下面哪一条总是成立？`,
    },
    choices: [
      {
        text: { en: 'scores[a, b] = scores[b, a]', zh: 'scores[a, b] = scores[b, a]' },
        right: true,
        reason: {
          en: 'Both are the dot product of the same two rows. Compare the two pairs of numbers above.',
          zh: '两者都是同样两行的点积。比一比上面的两对数就知道。',
        },
      },
      {
        text: {
          en: 'attention_weights[a, b] = attention_weights[b, a]',
          zh: 'attention_weights[a, b] = attention_weights[b, a]',
        },
        right: false,
        reason: {
          en: 'The scores are symmetric, but softmax divides each row by a sum of its own.',
          zh: '分数是对称的，但 softmax 让每一行除以自己的总和。',
        },
      },
      {
        text: { en: 'Every word looks most at itself', zh: '每个词读得最多的是自己' },
        right: false,
        reason: {
          en: 'Often, not always: a longer vector in a similar direction gives a larger product.',
          zh: '常常如此，但不一定：一个方向相近而更长的向量，点积会更大。',
        },
      },
    ],
  });
