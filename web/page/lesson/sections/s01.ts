// §1: the chain of the computation, and the five questions the lesson answers about it.
import { html, nothing, type TemplateResult } from 'lit';
import type { AsyncEngine } from 'xattention';
import type { Language } from '../../model/state';
import type { View } from '../../view';
import { exercise, type Verdict } from '../labs/exercise';
import { shapeText } from '../labs/reading';
import { firstAt } from '../loads';
import type { Section } from '../section';

export const s01: Section = {
  number: 1,
  prose: {
    en: html`<p>
        In self-attention every word of a sentence asks all the words of the same sentence, its own place included, and
        takes from each as much as it answers. Nothing has to travel from neighbour to neighbour: the first word and the
        last are as close as any other two.
      </p>
      <p>
        This lesson follows that idea through its code, one line after the other. What counts is not the names of the
        functions but the chain of numbers between them, and that you could compute any link of it by hand.
      </p>
      <p>
        The whole of it fits into one sentence: compare every pair, turn each row of comparisons into shares, and add up
        what the shares are shares of.
      </p>`,
    zh: html`<p>
        在自注意力里，一句话中的每个词都向这句话里的所有词（包括它自己）发问，谁与它越匹配，就从谁那里取来越多的内容。信息不必一个接一个地传：第一个词和最后一个词，与相邻的两个词离得一样近。
      </p>
      <p>
        这一课跟着代码，一行一行把这件事弄清楚。要紧的不是函数叫什么名字，而是它们之间的那一串数；其中任何一环，你都应该能亲手算出来。
      </p>
      <p>归结起来就一句话：每一对都比一比，把每一行的比较结果变成份额，再按份额把内容加起来。</p>`,
  },
  loads: (language) => firstAt(language, 'X'),
  experiment: (view) =>
    html`<div class="lab">${asked(view.state.language)} ${view.core ? comparisons(view, view.core) : nothing}</div>`,
};

const links = [
  {
    symbol: html`<i>X</i> → <i class="q">Q</i> <i class="k">K</i> <i class="v">V</i>`,
    section: 4,
    text: { en: 'How does one sequence become three?', zh: '一个序列怎样变成三个？' },
  },
  {
    symbol: html`<i class="q">Q</i><i class="k">K</i><sup class="k">⊤</sup>`,
    section: 8,
    text: { en: 'Why is a product of matrices a table of pairs?', zh: '一次矩阵乘法为什么就是一张配对表？' },
  },
  {
    symbol: html`softmax`,
    section: 7,
    text: { en: 'Along which axis do shares add up to 1?', zh: '份额沿哪个维度加起来等于 1？' },
  },
  {
    symbol: html`· <i class="v">V</i>`,
    section: 11,
    text: { en: 'How do shares collect what the words hold?', zh: '份额怎样把各个词的内容收集起来？' },
  },
  {
    symbol: html`<code translate="no">output.shape</code>`,
    section: 14,
    text: { en: 'What shape comes out, and what does each axis count?', zh: '输出是什么形状，每个维度各表示什么？' },
  },
] as const;

const asked = (language: Language): TemplateResult => html`<ol class="asked">
  ${links.map(
    ({ symbol, section, text }) => html`<li>
      <span class="symbol" translate="no">${symbol}</span><span>${text[language]}</span><a href="#s${section}">§${section}</a>
    </li>`,
  )}
</ol>`;

const words = 6;

function comparisons(view: View, core: AsyncEngine): TemplateResult {
  const number = async (given: number): Promise<Verdict> => {
    if (given === words * (words - 1))
      return {
        right: false,
        reason: {
          en: 'A word asks itself, too: it may be what it needs.',
          zh: '一个词也会问自己：它要找的也许就在自己这里。',
        },
      };
    if (given !== words ** 2)
      return {
        right: false,
        reason: { en: 'Each of the 6 words asks all 6.', zh: '每个词都要问全部 6 个词。' },
      };
    const { scores } = await core.trace(...alike());
    const shape = shapeText(scores.shape);
    return {
      right: true,
      reason: {
        en: `Each of the 6 asks all 6, so the scores of one sentence have the shape ${shape}. That grows with the square of the length.`,
        zh: `6 个词各问 6 个，所以一句话的分数，形状是 ${shape}。它的大小随句子长度的平方增长。`,
      },
    };
  };
  return exercise(view, {
    question: { en: 'A sentence has 6 words. How many pairs are compared?', zh: '一句话有 6 个词，一共要比较多少对？' },
    number,
  });
}

/** Any rows will do: only the shape of their scores is looked at. */
function alike(): [number[][], number[][], number[][]] {
  const rows = Array.from({ length: words }, () => [1]);
  return [rows, rows, rows];
}
