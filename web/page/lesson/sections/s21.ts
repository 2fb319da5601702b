import { html } from 'lit';
import { ownSentence, sentences } from '../labs/own-sentence';
import { writingAt } from '../loads';
import type { Section } from '../section';

export const s21: Section = {
  number: 21,
  prose: {
    en: html`<p>
        “Read the whole sentence and take what concerns you” sounds like something no formula could say. It is two
        products of matrices with a softmax between them, and you have seen every number of it.
      </p>
      <p>
        Before, reading a sequence meant passing a message along, from step to step, and hoping that it was still there
        at the end. Here each position compares itself with all the others and fetches what fits at one stroke. Distance
        no longer costs anything; it has become one more thing that may be learned.
      </p>
      <p>
        So, to close, with a sentence of yours: choose a word, guess whom it reads, then look. Whenever you meet an
        attention map from now on, you know what made each cell, and what it takes to change it.
      </p>`,
    zh: html`<p>“读完整句话，取来与自己有关的内容”，听上去不像是一条公式能说清的事。其实它就是两次矩阵乘法，中间一次 softmax，而其中的每一个数，你都看过了。</p>
      <p>从前，读一个序列就是一步一步往下传话，只盼传到最后还没走样。在这里，每个位置都直接与所有位置相比，一次就把匹配的内容取回来。距离不再是代价，只是又一样可以学习的东西。</p>
      <p>最后，写一句你自己的话：选一个词，猜它会读谁，再看答案。从此以后，不论遇到哪张注意力图，你都知道每个格子是怎么来的，也知道要改变它该动哪里。</p>`,
  },
  loads: (language) =>
    writingAt(language, 'attentionWeights', { text: sentences[language], numHiddens: 16, identity: true }),
  experiment: ownSentence,
};
