// §18: the five points, each as a question.
import { html } from 'lit';
import type { Language } from '../../model/state';
import type { Asked } from './choices';

interface Point {
  words: Record<Language, Asked>;
  right: number;
}

const projections: Point = {
  right: 1,
  words: {
    en: {
      question: html`1. Where does row 3 of K come from?`,
      choices: [
        [
          'From row 3 of Q, transposed',
          'Q and K are made side by side; neither comes from the other. Both come from X.',
        ],
        [
          'From row 3 of X, times W_k',
          'A projection works on each row by itself: three tables give one row of X three parts to play.',
        ],
        ['From all rows of X, weighed', 'So does a row of the output. When K is made, the rows have not met yet.'],
      ],
    },
    zh: {
      question: html`1. K 的第 3 行从哪里来？`,
      choices: [
        ['由 Q 的第 3 行转置得来', '两者都由 X 算出，谁也不是由对方得来的。'],
        ['X 的第 3 行乘 W_k', '投影逐行进行：三张参数表让 X 的同一行担任三种角色。'],
        ['由 X 的各行加权得来', '输出的一行才是加权得来的。算 K 的时候，各行还没有相遇。'],
      ],
    },
  },
};

const scores: Point = {
  right: 0,
  words: {
    en: {
      question: html`2. What does the number in row 2, column 5 of QKᵀ say?`,
      choices: [
        [
          'How well key 5 answers query 2',
          'Row 2 of Q meets column 5 of Kᵀ: products, added up. All pairs together make the matrix of scores.',
        ],
        [
          'How well key 2 answers query 5',
          'The other way round: rows are queries, columns are keys. In general the two numbers differ.',
        ],
        [
          'What share of position 5 position 2 takes',
          'Not yet. A score may be negative, and a row of scores adds up to anything; shares come after softmax.',
        ],
      ],
    },
    zh: {
      question: html`2. QKᵀ 第 2 行第 5 列的数说的是什么？`,
      choices: [
        ['键 5 与查询 2 有多匹配', 'Q 的第 2 行与 Kᵀ 的第 5 列相遇，逐个相乘再相加。所有配对合在一起，就是分数矩阵。'],
        ['键 2 与查询 5 有多匹配', '反了：行是查询，列是键。一般来说这两个数并不相等。'],
        ['位置 2 从位置 5 取走多大份额', '还不是。分数可以是负数，一行加起来是多少都可以；经过 softmax 才成为份额。'],
      ],
    },
  },
};

const softmax: Point = {
  right: 2,
  words: {
    en: {
      question: html`3. Along what does softmax run, and what does it give?`,
      choices: [
        [
          'Over the queries: every column adds up to 1',
          'Then every key would hand itself out exactly once, and a query might get several wholes, or next to nothing.',
        ],
        [
          'Over the whole matrix: everything adds up to 1',
          'Then the positions would compete for one budget, and each would get only a sliver.',
        ],
        [
          'Over the keys: every row adds up to 1',
          'Each query spreads one whole over the keys it may read: its distribution.',
        ],
      ],
    },
    zh: {
      question: html`3. softmax 沿哪个方向做，得到什么？`,
      choices: [
        [
          '沿着查询：每一列加起来是 1',
          '那样每个键都恰好分完自己的一整份，而一个查询可能分到好几份，也可能几乎什么也分不到。',
        ],
        ['对整个矩阵：全部加起来是 1', '那样所有查询要分同一份注意力，每个只能分到一点点。'],
        ['沿着键：每一行加起来是 1', '每个查询把一整份注意力分给它能读的键，这就是它的分布。'],
      ],
    },
  },
};

const weightedSum: Point = {
  right: 1,
  words: {
    en: {
      question: html`4. A query gives each of four keys the weight 0.25. What is its output?`,
      choices: [
        ['The mean of the four rows of X', 'Weights gather rows of V, not of X: what is handed over is the value.'],
        [
          'The mean of the four rows of V',
          '¼ of each row of V, added up column by column. Every output is such a sum, with other weights.',
        ],
        ['0.25 in every column', 'The weights say how much of each row is taken; what is in the columns comes from V.'],
      ],
    },
    zh: {
      question: html`4. 某个查询给四个键的权重都是 0.25，它的输出是什么？`,
      choices: [
        ['X 四行的平均', '权重汇总的是 V 的行，不是 X 的：交出来的是值。'],
        ['V 四行的平均', 'V 的每一行取四分之一，再逐列相加。每个输出都是这样的和，只是权重不同。'],
        ['每一列都是 0.25', '权重只说每一行取多少；各列是什么数，由 V 决定。'],
      ],
    },
  },
};

const shape: Point = {
  right: 2,
  words: {
    en: {
      question: html`5. Nine tokens go into self-attention. What comes out?`,
      choices: [
        ['One row that sums up all nine', 'Every position gets its own sum; nothing melts them into one.'],
        ['81 rows, one for each pair', 'There are 81 scores, but the sum over the keys takes one axis away again.'],
        [
          'Nine rows with new contents',
          'One for each query, as wide as a row of V: the places stay, what stands in them is new.',
        ],
      ],
    },
    zh: {
      question: html`5. 九个词元进入自注意力，输出是什么？`,
      choices: [
        ['一行，概括全部九个', '每个位置都有自己的加权和，没有哪一步把它们合成一行。'],
        ['81 行，每个配对一行', '分数有 81 个，但对键求和消去了一个维度。'],
        ['九行，内容是新的', '每个查询一行，与 V 的一行一样长：位置还在，位置上的内容是新的。'],
      ],
    },
  },
};

export const masteryQuestions: readonly Point[] = [projections, scores, softmax, weightedSum, shape];
