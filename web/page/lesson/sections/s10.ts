// §10: padding, in a batch of two; and why "almost 0" is exactly 0 here.
import { html, type TemplateResult } from 'lit';
import type { View } from '../../view';
import { exercise, type Verdict } from '../labs/exercise';
import { batchId, padded } from '../labs/padded';
import { standIn } from '../labs/stand-in';
import { exampleAt } from '../loads';
import type { Section } from '../section';

export const s10: Section = {
  number: 10,
  prose: {
    en: html`<p>
        A batch is a box of numbers, so its sentences are filled up with <code translate="no">&lt;pad&gt;</code> to one length. These
        tokens mean nothing and must not be read. <code translate="no">valid_lens</code> says how many keys of each sentence are words;
        <code translate="no">masked_softmax</code> divides the shares among those alone. A row still adds up to 1, over fewer places.
      </p>
      <p>
        Columns are masked, not rows: a padding token still asks, but nobody uses its row of the output.
      </p>
      <p>
        The lesson’s recipe overwrites padded scores with a very low number, −1,000,000, and lets softmax do the rest:
        the share is “almost 0”. On this page a forbidden place is no number at all. It is left out of the largest, of
        the sum and of the product with V, and its share is <b>exactly 0</b>.
      </p>
      <p>
        Mostly both give the same. The second experiment collects the cases where they do not.
      </p>`,
    zh: html`<p>
        一个批量是一整块数，所以要用 <code translate="no">&lt;pad&gt;</code> 把各句补到同样长。这些词元没有意义，不该被读到。<code translate="no">valid_lens</code>
        说明每句话有几个键是真正的词，<code translate="no">masked_softmax</code> 只在它们之间分配份额。一行加起来还是 1，只是分给了更少的位置。
      </p>
      <p>屏蔽的是列，不是行：填充词元照样发问，只是它那一行输出没有人用。</p>
      <p>
        课程的做法，是把填充位置的分数改成一个极小的数 −1000000，其余交给 softmax，份额便“几乎为
        0”。在本页，被禁止的位置根本不是数：求最大值、求和、与 V 相乘时都不算它，它的份额<b>恰好是 0</b>。
      </p>
      <p>多数时候两者结果相同；第二个实验收集了结果不同的情形。</p>`,
  },
  loads: (language) => exampleAt(batchId[language], language, 'attentionWeights', 1),
  experiment: (view) => html`<div class="lab">${padded(view)} ${standIn(view)} ${uniform(view)}</div>`,
};

const uniform = (view: View): TemplateResult =>
  exercise(view, {
    question: {
      en: html`<code translate="no">valid_len</code> is 0 and there are 5 keys. What share does the recipe give to each of them?`,
      zh: html`<code translate="no">valid_len</code> 是 0，共有 5 个键。课程的做法给每个键多少份额？`,
    },
    number: (given): Verdict => {
      if (given === 0.2)
        return {
          right: true,
          reason: {
            en: 'All five scores are the same number, however low, so each gets 1/5. Only differences matter to softmax.',
            zh: '五个分数是同一个数，再小也一样，所以各得 1/5。softmax 只看差距。',
          },
        };
      return {
        right: false,
        reason:
          given === 0
            ? {
                en: 'That is what this page gives. The recipe has five equal scores, and softmax must make them add up to 1.',
                zh: '那是本页的结果。课程的做法得到五个相等的分数，而 softmax 必须让份额加起来等于 1。',
              }
            : {
                en: 'Choose “all padding” above and read the first column of shares.',
                zh: '在上面选“全是填充”，看第一列份额。',
              },
      };
    },
  });
