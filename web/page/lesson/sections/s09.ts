// §9: what √d keeps from happening.
import { html, type TemplateResult } from 'lit';
import type { View } from '../../view';
import { exercise, type Verdict } from '../labs/exercise';
import { spread } from '../labs/spread';
import { writingAt } from '../loads';
import type { Section } from '../section';

export const s09: Section = {
  number: 9,
  prose: {
    en: html`<p>
        A score is a sum of d products. If the numbers of queries and keys are independent, with mean 0 and variance 1,
        each product has variance 1 as well, and variances add: the sum has variance d. Its typical size is therefore √d.
      </p>
      <p>
        Softmax looks at differences. When the largest score is 20 above the others, its share is practically 1 and theirs practically 0:
        the <b>distribution</b> is sharp, its <b>entropy</b> near 0. And the <b>gradient</b> is gone. The derivative of a
        share p by its own score is p(1 − p): a quarter at most, where p is one half, and next to nothing where p is
        close to 0 or 1. A layer that starts out there hardly learns.
      </p>
      <p>
        Divided by √d, scores have variance 1 for any d, and softmax starts out open. It may still become sharp: by
        learning, not by size. Order does not change, so the largest score stays the largest.
      </p>`,
    zh: html`<p>
        一个分数是 d 个乘积之和。如果查询和键的各个数相互独立，均值 0、方差 1，那么每个乘积的方差也是
        1，而方差可以相加：和的方差就是 d，所以分数的大小通常在 √d 上下。
      </p>
      <p>
        softmax 看的是差距。最大的分数若比其余的高出 20，它的份额就几乎是 1，其余几乎是
        0：<b>分布</b>很尖锐，<b>熵</b>接近 0，<b>梯度</b>也几乎消失。份额 p 对它自己的分数求导，得 p(1 − p)：p = 1/2 时最大，为 1/4；p
        接近 0 或 1 时几乎为 0。一层如果从这样的状态开始训练，就很难学到东西。
      </p>
      <p>
        除以 √d 以后，不论 d 多大，分数的方差都是 1，softmax
        一开始就不会太尖锐。以后它仍可以变得尖锐，但那是学出来的，不是维度大造成的。次序不变，最大的分数仍然最大。
      </p>`,
  },
  loads: (language) => writingAt(language, 'scaled', { numHiddens: 64 }),
  experiment: (view) => html`<div class="lab">${spread(view)} ${growth(view)}</div>`,
};

const growth = (view: View): TemplateResult =>
  exercise(view, {
    question: {
      en: 'd goes from 4 to 64. By what factor does the typical size of an unscaled score grow?',
      zh: 'd 从 4 变成 64，不缩放的分数，通常的大小变成原来的几倍？',
    },
    number: (given): Verdict => {
      if (given === 4)
        return {
          right: true,
          reason: {
            en: '√64 / √4 = 8 / 2. The variance grows 16-fold, the size with its root.',
            zh: '√64 / √4 = 8 / 2。方差变成原来的 16 倍，大小只随它的平方根增长。',
          },
        };
      return {
        right: false,
        reason:
          given === 16
            ? { en: 'That is the variance. The size goes with its root.', zh: '那是方差的倍数；大小随它的平方根增长。' }
            : {
                en: 'Compare the standard deviations above at d = 4 and at d = 64.',
                zh: '比一比上面 d = 4 和 d = 64 时的标准差。',
              },
      };
    },
  });
