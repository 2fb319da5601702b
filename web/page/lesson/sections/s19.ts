import { html } from 'lit';
import { encoderBlock } from '../labs/encoder-block';
import { maskedWord } from '../labs/masked-word';
import { order } from '../labs/order';
import { twoHeads } from '../labs/two-heads';
import { exampleAt } from '../loads';
import type { Section } from '../section';

export const s19: Section = {
  number: 19,
  prose: {
    en: html`<p>
        <b>Many heads.</b> One softmax gives one answer to “whom do I read?”. Several heads, each with projections of
        its own into fewer columns, ask several questions at once; their outputs are put side by side and mixed by W_o.
      </p>
      <p>
        <b>Positions.</b> Nothing in QKᵀ knows which token came first: shuffle the tokens, and every output row moves
        along unchanged. So each place adds a vector of its own to X, here one of sines and cosines.
      </p>
      <p>
        <b>The encoder.</b> A block is multi-head attention, then a small network for each row by itself; after each of
        the two, what went in is added back and the rows are normalised. The shape stays, so blocks can be stacked.
      </p>
      <p>
        <b>BERT</b> is such a stack: 12 blocks of 768 columns and 12 heads, or 24 of 1024 and 16. It is trained on plain
        text: 15 % of the tokens, most of them hidden, are to be told from what stands on both sides; and it is to tell
        whether one sentence follows another. The box of the first example is a little task of the same kind.
      </p>`,
    zh: html`<p><b>多头。</b>一次 softmax，对“我读谁”只能给出一个回答。多个头各有自己的投影，各自投影到较少的几列，就能同时问几个问题；它们的输出并排拼接起来，再由 W_o 混合。</p>
      <p><b>位置编码。</b>QKᵀ 不知道词元的先后：打乱词元，每一行输出只是跟着换了位置，内容不变。所以要给 X 的每个位置加上一个该位置特有的向量，这里用的是正弦和余弦。</p>
      <p><b>编码器。</b>一层由两部分组成：先是多头注意力，再是对每一行单独计算的小网络；每一部分之后，都把它的输入加回来，再对各行归一化。形状始终不变，所以可以一层一层叠上去。</p>
      <p><b>BERT</b> 就是这样叠起来的：12 层，隐藏维度 768，12 个头；或者 24 层，隐藏维度 1024，16 个头。它用普通文本训练：选出 15% 的词元，把其中大部分换成 [MASK]，靠两边的词预测它们原来是什么；同时判断两句话是否前后相接。第一个例子里的空格，就是同一类的小任务。</p>`,
  },
  loads: (language) => exampleAt('tense', language, 'attentionWeights'),
  experiment: (view) => html`${twoHeads(view)}${order(view)}${encoderBlock(view)}${maskedWord(view)}`,
};
