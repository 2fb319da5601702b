// What §15 says of its measurement.
import { html, type TemplateResult } from 'lit';
import { reasonIn } from '../../i18n/reasons';
import type { Language } from '../../model/state';
import type { Reader } from '../core/messages';

/** Two digits that count. */
const ratio = (value: number): string => (value < 9.95 ? value.toFixed(1) : String(Math.round(value)));

interface Words {
  numSteps: string;
  numHiddens: string;
  measure: string;
  cancel: string;
  running: Record<Reader, string>;
  failed(error: unknown): string;
  columns: readonly string[];
  readers: Record<Reader, string>;
  count(products: number): string;
  /** @param rnn, attention - milliseconds */
  found(rnn: number, attention: number): TemplateResult;
  note: TemplateResult;
}

const en: Words = {
  numSteps: 'n, tokens',
  numHiddens: 'd, size of a row',
  measure: 'Measure on this machine',
  cancel: 'Cancel',
  running: { rnn: 'Measuring the RNN.', attention: 'Measuring self-attention.' },
  failed: (error) => `It could not be measured: ${reasonIn('en', error)}`,
  columns: ['steps in a row', 'multiply-adds', 'time', 'billion a second'],
  readers: { rnn: 'RNN', attention: 'self-attention' },
  count: (products) => products.toLocaleString('en'),
  found: (rnn, attention) =>
    attention > rnn
      ? html`On this one core the RNN was <b>${ratio(attention / rnn)}</b> times as fast: it has less to do, and one
          core gains nothing from work that could be done side by side. Attention would draw level once its products
          were shared evenly among <b>${Math.ceil(attention / rnn)}</b> such cores; the RNN’s steps cannot be shared
          like that, for each needs the one before. A GPU has thousands of lanes to share among.`
      : html`Here attention was <b>${ratio(rnn / attention)}</b> times as fast even on one core, although it does more:
          its products are large enough to keep the core busy, the RNN’s small ones are not. Threads or a GPU widen the
          gap, as the RNN’s steps still wait for each other.`,
  note: html`Both are C++ compiled from the same core to the same WebAssembly, on one thread, with 128-bit SIMD: whole
    layers without an output projection. The RNN multiplies X by W_xh for all steps at once, with the core’s matrix
    product; only <span class="waits">h<sub>t−1</sub> W_hh</span> waits, in a SIMD loop made for one row. A time is the median of up to five.`,
};

const zh: Words = {
  numSteps: 'n，词元数',
  numHiddens: 'd，一行的长度',
  measure: '在这台机器上测一测',
  cancel: '取消',
  running: { rnn: '正在测 RNN。', attention: '正在测自注意力。' },
  failed: (error) => `没能完成测量：${reasonIn('zh', error)}`,
  columns: ['先后步数', '乘加次数', '用时', '每秒（十亿次）'],
  readers: { rnn: 'RNN', attention: '自注意力' },
  count: (products) => products.toLocaleString('zh'),
  found: (rnn, attention) =>
    attention > rnn
      ? html`在这一个核上，RNN 的速度是注意力的 <b>${ratio(attention / rnn)}</b>
          倍：它的计算量更小，而本可以同时做的计算，一个核也只能一件一件做。注意力的乘法若能均分给 <b>${Math.ceil(attention / rnn)}</b>
          个这样的核，两者就一样快了；RNN 的步骤没法这样分，每一步都要等上一步。在 GPU 上，可以分给成千上万个通道。`
      : html`在这里，注意力哪怕只用一个核，速度也是 RNN 的 <b>${ratio(rnn / attention)}</b>
          倍，尽管它的计算量更大：它的乘法规模大，能让核一直满负荷运转，RNN 的小乘法做不到。有了多线程或 GPU，差距只会更大，因为 RNN 的每一步仍要等上一步。`,
  note: html`两者都用 C++ 写成，出自同一个内核，编译成同一份 WebAssembly，单线程，128 位 SIMD；都是完整的一层，不含输出投影。RNN 的 X
    W_xh 用内核的矩阵乘法对所有步一次算完，只有 <span class="waits">h<sub>t−1</sub> W_hh</span> 必须等待，它用一个专为单行写的 SIMD 循环。用时是至多五次测量的中位数。`,
};

export const raceWords: Record<Language, Words> = { en, zh };
