// §6: the basic module, as functions, with the numbers it gives.
import { html, type TemplateResult } from 'lit';
import type { View } from '../../view';
import { exercise, type Verdict } from '../labs/exercise';
import { module } from '../labs/module';
import { firstAt } from '../loads';
import type { Section } from '../section';

export const s06: Section = {
  number: 6,
  prose: {
    en: html`<p>
        The lesson’s <code translate="no">DotProductAttention</code> has no parameters at all. It is the formula: products of queries
        and keys, divided by √d; <code translate="no">masked_softmax</code> over them; dropout; a product with the values.
      </p>
      <p>
        Here are the same steps as functions, in PyTorch and with this package. <code translate="no">valid_lens</code> says how
        many keys of each sentence are words; the rest is padding. <code translate="no">dropout</code> acts on the weights, not on the
        values: in training, each share is struck out with probability <code translate="no">p</code>, so that no word gets used to
        leaning on one single other. Whoever wants predictions switches it off.
      </p>
      <p>Turn both and watch one row: what is masked is left out before softmax, what is dropped goes after it.</p>`,
    zh: html`<p>
        课程里的 <code translate="no">DotProductAttention</code> 一个参数也没有，它就是那条公式：查询与键做点积，除以
        √d，经过 <code translate="no">masked_softmax</code> 和 dropout，最后与值相乘。
      </p>
      <p>
        这里把同样的步骤写成函数，一份用 PyTorch，一份用本项目的包。<code translate="no">valid_lens</code>
        说明每句话有几个键是真正的词，其余都是填充。<code translate="no">dropout</code>
        作用在权重上，而不是值上：训练时，每个份额以概率 <code translate="no">p</code> 被丢弃，免得一个词养成只依赖某一个词的习惯。预测时要把它关掉。
      </p>
      <p>调一调这两个量，盯住一行看：被屏蔽的在 softmax 之前就排除了，被丢弃的是在 softmax 之后。</p>`,
  },
  loads: (language) => firstAt(language, 'masked'),
  experiment: (view) => html`<div class="lab">${module(view)} ${factor(view)}</div>`,
};

const factor = (view: View): TemplateResult =>
  exercise(view, {
    question: {
      en: html`With <code translate="no">p</code> = 0.5, by what number is each share that stays multiplied?`,
      zh: html`<code translate="no">p</code> = 0.5 时，留下来的份额各乘以几？`,
    },
    number: (given): Verdict => {
      if (given === 2)
        return {
          right: true,
          reason: {
            en: '1/(1 − p): on average half of them are gone, so the rest counts twice, and on average a row still adds up to 1.',
            zh: '就是 1/(1 − p)：平均丢弃一半，留下的加倍，所以平均来说一行的总和仍然是 1。',
          },
        };
      return {
        right: false,
        reason: {
          en: 'Set p to 0.5 above and compare a share in attention_weights with the same one in dropped.',
          zh: '把上面的 p 调到 0.5，比一比同一个份额在 attention_weights 和 dropped 里各是多少。',
        },
      };
    },
  });
