// What is said at each step of an encoder block.
import { html, type TemplateResult } from 'lit';
import { reasonIn } from '../../i18n/reasons';
import type { Language } from '../../model/state';
import type { EncoderStep } from './encoder-block';

interface Words {
  title: string;
  steps: string;
  names: Record<EncoderStep, string>;
  say: Record<EncoderStep, TemplateResult>;
  failed(error: unknown): string;
}

const en: Words = {
  title: 'One encoder block',
  steps: 'Steps of the block',
  names: { input: 'X', attention: 'attention', norm: 'add & norm', feed: 'feed-forward', 'norm again': 'add & norm' },
  say: {
    input: html`Seven tokens, eight numbers each: the vector of the token plus that of its place.`,
    attention: html`Two heads, concat, W_o, as above: each row has read the others. These parameters were trained.`,
    norm: html`X is added back, so that what was read is laid over what was there instead of replacing it. Then every
      row is brought to mean 0 and deviation 1, with γ = 1 and β = 0, as they start.`,
    feed: html`A small network, the same for every row, from 8 to 16 numbers and back; between them whatever is negative
      becomes exactly 0. No row sees another here. <b>Untrained</b>: W_1 and W_2 are drawn from seed 1.`,
    'norm again': html`Added and normalised once more. In went (7, 8), out comes (7, 8): the next block can take it
      from here.`,
  },
  failed: (error) => `This step could not be computed: ${reasonIn('en', error)}`,
};

const zh: Words = {
  title: '编码器的一层',
  steps: '这一层的各步',
  names: { input: 'X', attention: '注意力', norm: '相加与归一化', feed: '前馈网络', 'norm again': '相加与归一化' },
  say: {
    input: html`七个词元，每个八个数：词元的向量，加上它所在位置的向量。`,
    attention: html`两个头、拼接、W_o，和上面一样：每一行都读过了其余各行。这些参数是训练得到的。`,
    norm: html`把 X 加回来，这样读到的内容是叠加在原有内容上的，而不是取代它。然后把每一行变成均值 0、标准差 1；γ = 1、β = 0，都是初始值。`,
    feed: html`一个各行共用的小网络，由 8 个数变成 16 个再变回 8 个；中间凡是负数都变成 0。这一步各行单独计算。<b>未训练</b>：W_1 和 W_2 由种子 1 生成。`,
    'norm again': html`再相加、归一化一次。进去是 (7, 8)，出来还是 (7, 8)：下一层可以接着往下算。`,
  },
  failed: (error) => `这一步没能算出来：${reasonIn('zh', error)}`,
};

export const encoderWords: Record<Language, Words> = { en, zh };
