// §2: three steps, on numbers small enough for a piece of paper.
import { html } from 'lit';
import { threeSteps } from '../labs/three-steps';
import { firstAt } from '../loads';
import type { Section } from '../section';

export const s02: Section = {
  number: 2,
  prose: {
    en: html`<p>
        One formula says it all: <span class="math">softmax(QKᵀ / √d) V</span>. Read from the inside out, it is three
        steps, and between them stand two square tables.
      </p>
      <p>
        First, <b>scores</b>: every query meets every key, and their dot product says how well they go together. Second,
        <b class="t">shares</b>: the scores are divided by √d, and softmax turns each row into positive numbers that add
        up to 1. Third, the <b class="v">weighted sum</b>: each row hands its shares out to the rows of V and adds up
        what comes back.
      </p>
      <p>
        Here are three words with d = 4, so √d is 2 and everything can be checked by hand. Two numbers are left
        to you. One warning about names: what the lesson’s code calls <code translate="no">scores</code> is already divided by √d; on
        this page that is <code translate="no">scaled</code>.
      </p>`,
    zh: html`<p>
        一条公式就说完了：<span class="math">softmax(QKᵀ / √d) V</span>。由里往外读是三步，三步之间有两个方阵。
      </p>
      <p>
        第一步，<b>分数</b>：每个查询与每个键相遇，它们的点积说明两者有多匹配。第二步，<b class="t">份额</b>：分数先除以
        √d，再由 softmax 把每一行变成加起来等于 1 的正数。第三步，<b class="v">加权和</b>：每一行按份额取来 V 的各行，再加到一起。
      </p>
      <p>
        这里是三个词，d = 4，所以 √d 就是
        2，全都可以手算；其中两个数留给你来填。关于名字提醒一句：课程代码里的 <code translate="no">scores</code> 已经除以 √d，在本页叫
        <code translate="no">scaled</code>。
      </p>`,
  },
  loads: (language) => firstAt(language, 'attentionWeights'),
  experiment: threeSteps,
};
