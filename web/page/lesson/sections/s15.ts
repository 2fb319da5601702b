import { html } from 'lit';
import { chain } from '../labs/chain';
import { parallelQuestion } from '../labs/parallel-question';
import { race } from '../labs/race';
import type { Section } from '../section';

export const s15: Section = {
  number: 15,
  prose: {
    en: html`<p>
        An RNN reads with a finger on the line: h₂ waits for h₁, h₃ for h₂. A sequence of n tokens is <b>n steps one
        after the other</b>, however many processors stand idle, and what the first word has to tell the last is
        handed on n − 1 times.
      </p>
      <p>
        Attention has no such order. QKᵀ compares all pairs in one product, softmax takes all rows at once, one more
        product gathers all outputs: <b>the number of steps does not grow with n</b>, and between any two positions
        there is one hand-over.
      </p>
      <p>
        The price is the total. The RNN makes about 2nd² multiply-adds, attention with its projections 3nd² + 2n²d:
        always more, and far more once n is well past d. <b>One core</b> does everything one after the other anyway, so
        there less work tends to win, and that is the RNN’s. <b>Threads or a GPU</b> turn it round: attention’s products
        are shared out, the RNN’s steps go on waiting for each other. Hence Transformers are trained on GPUs, and long
        sequences stay dear.
      </p>`,
    zh: html`<p>RNN 读句子，就像用手指着字一个一个往下读：h₂ 要等 h₁，h₃ 要等 h₂。n 个词元就是<b>先后 n 步</b>，再多的处理器闲着也帮不上忙；第一个词的信息要传到最后一个词，得转手 n − 1 次。</p>
      <p>注意力没有这样的先后。QKᵀ 一次乘法就比完了所有配对，softmax 各行同时进行，再乘一次 V，全部输出就都有了：<b>步数不随 n 增长</b>，任意两个位置之间只需转手一次。</p>
      <p>代价在总的计算量上。RNN 大约要做 2nd² 次乘加，注意力连同投影要做 3nd² + 2n²d 次：总是更多，n 远大于 d 时要多得多。<b>只有一个核</b>时，反正都得一件一件做，往往计算量小的更快，也就是 RNN。有了<b>多线程或 GPU</b>，情形就反过来：注意力的乘法可以分开来同时做，RNN 的每一步仍要等上一步。Transformer 要在 GPU 上训练，长序列总是昂贵，道理就在这里。</p>`,
  },
  experiment: (view) => html`${chain(view)}${race(view)}${parallelQuestion(view)}`,
};
