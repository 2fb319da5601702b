import { html } from 'lit';
import { context } from '../labs/context';
import { exampleAt } from '../loads';
import type { Section } from '../section';

export const s12: Section = {
  number: 12,
  prose: {
    en: html`<p>
        A row of X knows which word it is, and nothing of its company. The <i>bank</i> with a boat and the
        <i>bank</i> with cash go in as the same row, number for number.
      </p>
      <p>
        The output row is another matter: it is mixed from the values of the whole sentence, so what stands around a
        word ends up in it. That is what <b>contextual</b> means: no longer one vector for each word, but one for each
        place where it is said.
      </p>
      <p>
        How far two rows lie apart is √(Σ(a − b)²), taken over the cells on screen. The model was trained to tell the
        two meanings apart and learned to look at the word that decides.
      </p>`,
    zh: html`<p>X 的一行只知道自己是哪个词，不知道周围有什么词。要削皮的“苹果”和死机了的“苹果”，输入的是同一行数，一个不差。</p>
      <p>输出就不同了：它由整句话的值混合而成，周围有什么词，就会混进什么内容。这就是<b>上下文化</b>的意思：不再是一个词只有一个向量，而是词每出现一处，就有这一处的向量。</p>
      <p>两行相距多远，用 √(Σ(a − b)²) 来量，a 和 b 就是屏幕上格子里的数。这个模型的任务是分清两种意思，它学会了去看起决定作用的那个词。</p>`,
  },
  loads: (language) => exampleAt(language === 'en' ? 'bank' : 'apple', language, 'attentionWeights'),
  experiment: context,
};
