import { html } from 'lit';
import { editWords } from './edit';
import type { Dictionary } from './en';
import { reasonIn } from './reasons';

export const zh: Dictionary = {
  title: '走进注意力',
  heading: '一个词怎样读懂整句话',
  lede: html`每个词都去看所有的词，按份额从它们那里取走内容。下面列出了其中的每一个数，以及它是怎么算出来的。点任何一个看看，也可以写一句自己的话。`,
  asks: (question, task) =>
    html`<b class="question">${question}</b>${task}下面是一个小模型用到的每一个数，以及它是怎么算出来的。点任何一个看看。`,
  skip: '直接看图',
  placesName: '页面导航',
  places: {
    figure: '图',
    'lesson-title': '课程',
    large: '长文本',
    proof: '验证',
    takeaway: '带走',
    bring: '自带数据',
  },
  language: '语言',
  theme: { auto: '外观：跟随系统', light: '浅色', dark: '深色' },

  reader: '哪个词在读',
  readsMost: (token) => html`${token} 的内容从哪里来`,
  nothingRead: '什么也没有：它一个键也不能读。',
  askAhead: '如果哪个词都不能看后面，它读到的还一样吗？',
  hideAhead: '不看后面的词',
  showAhead: '恢复看后面的词',
  untrained: html`<b>未训练</b>：这些权重还没有意义。它们由种子生成，但每一步计算都是真的。`,
  identical: html`<b>恒等</b>：查询、键、值就是 X 的各行本身，所以每个词主要读向量与自己相近的词。`,
  says: (token) => html`${token} 的回答`,
  saysElsewhere: (sentence, token) => html`第 ${sentence} 句里 ${token} 的回答`,
  rowAfterRow: '逐行读出：',
  stillSays: (answer) => html`仍是“${answer}”。`,
  nowSays: (before, now) => html`原来是“${before}”，现在是“${now}”。`,
  sameAhead: (token) => html`${token} 后面没有它能读的词，所以和原来一样。`,
  putBack: '恢复原样',

  examples: {
    name: '例子',
    example: '例子',
    all: '全部例子',
    own: '写一句自己的话',
    batch: '批量中的句子',
    sentence: (number) => `第 ${number} 句`,
    group: { en: '英文例子', zh: '中文例子' },
  },
  facts: {
    trained: html`<b>已训练</b>：`,
    untrained: html`<b>未训练</b>：这些权重还没有意义；`,
    parameters: (attention, all, seed) => `共 ${all} 个参数，其中注意力 ${attention} 个，种子 ${seed}`,
    tested: (count) => `用 ${count.toLocaleString('zh')} 个没见过的例子检验：`,
    right: '正确率',
    onToken: (many) => (many ? '每个头的最大权重都落在正确的词上的比例' : '最大权重落在正确的词上的比例'),
    line: (right, onToken, seed, parameters) =>
      `正确率 ${right}，最大权重落在正确的词上的比例 ${onToken}，种子 ${seed}，${parameters} 个参数`,
    untrainedLine: (seed, parameters) => `未训练，种子 ${seed}，${parameters} 个参数`,
  },
  source: (found) => {
    switch (found.source) {
      case 'word':
        return '词向量';
      case 'translation':
        return `译自 ${found.word}`;
      case 'random':
        return '随机向量';
      case 'particle':
        return '虚词，随机';
      case 'measure':
        return '量词，随机';
      default:
        return '';
    }
  },
  vectorOf: (found, token) => {
    switch (found.source) {
      case 'word':
        return html`${token} 的词向量，是从它在文本里的用法学来的（GloVe）。`;
      case 'translation':
        return html`${token} 用的是英文词 ${found.word} 的向量（GloVe）。`;
      case 'table':
        return found.deep
          ? html`模型自己给 ${token} 的向量，再加上它在括号里的深度。`
          : html`模型自己给 ${token} 的向量。`;
      case 'given':
        return html`${token} 这一行是随数据给出的。`;
      case 'particle':
        return html`${token} 是虚词，英文里没有意思相当的词，所以用随机向量，由它的字符编码定下种子来生成。`;
      case 'measure':
        return html`${token} 是量词，英文里没有意思相当的词，所以用随机向量，由它的字符编码定下种子来生成。`;
      default:
        return html`${token} 不在词表里，用的是随机向量，由它的字符编码定下种子来生成。`;
    }
  },
  empty: '请先输入一个词。',

  write: '你的句子',
  writeHint: '一个词元就是 X 的一行，下方注明它的向量从哪里来。<pad> 只用来补齐，不会被读取。',
  split: '切分方式',
  splits: { word: '按词', character: '按字', space: '按空格' },
  tokens: (count) => `${count} 个词元。`,
  tooManyTokens: (limit, count) => `本页最多处理 ${limit} 个词元，这里有 ${count} 个。图中仍是之前的内容。`,
  tooManyCharacters: (limit, count) => `本页最多处理 ${limit} 个字符，这里有 ${count} 个。图中仍是之前的内容。`,
  engineFailed: (error) =>
    `没能算出这些数，所以没有显示。引擎报错：${reasonIn('zh', error)}请刷新页面，或换一个支持 WebAssembly SIMD 的浏览器。`,

  edit: editWords.zh,
  controls: '可以调节的量',
  numHiddens: '隐藏维度',
  numHeads: '头数',
  validLen: '有效长度',
  causal: '不看后面',
  position: '给 X 加上位置编码',
  identity: '恒等投影',
  seed: '权重的种子',
  nextSeed: '换下一个种子',

  stepper: '公式的各个阶段',
  previous: '上一阶段',
  next: '下一阶段',
  play: '逐阶段播放',
  stop: '停止播放',
  absent: '未开启',
  steps: {
    input: { stop: '输入', title: '输入' },
    project: { stop: '投影', title: '投影' },
    match: { stop: '匹配', title: '匹配' },
    scale: { stop: '缩放', title: '缩放' },
    mask: { stop: '掩码', title: '掩码' },
    share: { stop: '归一', title: '归一' },
    drop: { stop: '丢弃', title: '丢弃' },
    gather: { stop: '汇总', title: '汇总' },
    join: { stop: '拼接', title: '拼接' },
    mix: { stop: '混合', title: '混合' },
  },
  say: {
    input: html`每个词元是一行数，也就是它的向量；同一个词元的向量总是相同。到这一步，各行之间还没有任何联系。`,
    inputPlaced: html`每一行是词元的向量，再加上它所在位置的位置编码。到这一步，各行之间还没有任何联系。`,
    inputBelow: html`每一行都是下面一层的输出：那一层已经把所有的词读过一遍。`,
    project: html`三张参数表把 X 的每一行变成三行：<b class="q">查询</b>（我要找什么）、<b class="k">键</b>（别人凭什么找到我）、<b class="v">值</b>（我交出什么）。这一步各行单独计算。`,
    match: html`每个<b class="q">查询</b>行都与每个<b class="k">键</b>列相遇：对应的数相乘，再加起来。分数越大，说明这个键与这个查询越匹配。`,
    scale: (size, root) =>
      html`每个分数都除以 √d，这里是 √${size} = ${root}，因为向量的维度越高，和的幅度也越大。大小次序不变。`,
    maskNone: html`这一步可以禁止一些配对，目前一个也没有。缩短有效长度，或者不许看后面，就会出现空洞。`,
    mask: (holes, pairs) => html`${pairs} 个配对里有 ${holes} 个被禁止。被禁止不是“分数很低”，而是一个空洞：从不读取。`,
    share: html`softmax 把每一行变成<b class="t">份额</b>，加起来等于 1。被禁止的位置恰好是 0，而不是“接近 0”。`,
    drop: (p) =>
      html`每一份以概率 ${p} 被丢弃；留下的除以 ${(1 - p).toFixed(2)}，所以平均来说每行的总和不变。只在训练时使用。`,
    scaleSet: (scale) => html`每个分数乘以手动设定的 ${scale}，代替 1/√d。`,
    capped: (cap) => html`再用 tanh 压到 ±${cap} 以内。`,
    gather: (rows) => html`每一行按份额取来各个<b class="v">值</b>，再加起来。进 ${rows} 行，出 ${rows} 行。`,
    join: (heads, size) => html`${heads} 个头并排放好。这里没有计算：每行 ${heads} × ${size} 个数，又拼成了一行。`,
    mix: html`W_o 让各个头汇合：输出的每个数都是对所有头的加权求和。形状又和 X 一样。`,
  },

  figure: '图',
  names: { X: '输入', Q: '查询', K: '键', V: '值' },
  turns: 'K 转置：行变成列',
  rowSum: 'Σ 行',
  columnsOf: (from, to) => `第 ${from}–${to} 列`,
  heads: '头',
  fanOut: '展开',
  stack: '叠起',
  head: (head) => `头 ${head}`,

  legend: '图例',
  legendBars: '一行小柱是一个向量：向上为正，向下为负。',
  legendPair: '一个色块是一对词元的分数（在 W 里是一个参数）：橙色为负，青色为正。',
  legendScale: (extent) => html`矩阵的刻度：颜色最深处、小柱最高处是 −${extent} 或 ${extent}。`,
  legendShare: '注意力份额，从 0 到 1。',
  legendLog: '对数',
  masks: { padding: '填充', causal: '不看后面', window: '窗口', hand: '手动' },
  legendHole: (name) => `禁止（${name}）：从不读取。`,

  inspector: '这个数从哪里来',
  runningSum: '累加过程',
  others: (count, sum) => `其余 ${count} 项，合计 ${sum}`,
  total: '合计',
  path: '这一对的来龙去脉',
  because: {
    Q: (token, col, of) => html`${of} 的 ${token} 行与 W_q 的第 ${col} 列相遇。`,
    K: (token, col, of) => html`${of} 的 ${token} 行与 W_k 的第 ${col} 列相遇。`,
    V: (token, col, of) => html`${of} 的 ${token} 行与 W_v 的第 ${col} 列相遇。`,
    scores: (query, key) => html`<i>Q</i> 的 ${query} 行与 <i>K</i><sup>⊤</sup> 的 ${key} 列相遇。`,
    scaled: (size) => html`分数除以 √${size}。`,
    open: '允许：原样通过。',
    forbidden: (names) => `禁止（${names.join('、')}）：从不读取。`,
    shares: (query) => html`${query} 这一行：减去最大值，取指数，再除以总和。`,
    exactlyZero: (names) => `恰好是 0，从不读取：禁止（${names.join('、')}）。`,
    noKey: '这一行没有一个键可以读，所以份额全都恰好是 0。',
    gathered: (query, col) => html`用 ${query} 的份额给 <i>V</i> 的第 ${col} 列加权求和。`,
    mixed: (query, col) => html`concat 的 ${query} 行与 W_o 的第 ${col} 列相遇。`,
    copied: (head) => `从头 ${head} 原样取来。`,
    parameter: (seed) => `一个参数，由种子 ${seed} 生成。未训练：还没有意义。`,
    learned: '一个参数，是训练中学到的。',
    identity: '单位矩阵里的一个数：对角线上是 1，别处是 0，每一行原样通过。',
    below: '下面一层的输出；那一层读的是同一句话，用的是同样的掩码。',
    position: html`再加上它的位置。`,
  },
  columns: { key: '键', masked: 'masked', shifted: '− 最大值', exp: 'exp', share: '份额', bar: '条形', term: '项' },
  unread: '未读',
  row: '这一行的各个数',
  vector: '向量',
  positionPart: '位置',
  knots: { mask: '掩码', allowed: '允许', forbidden: '禁止', share: '份额' },

  code: '同样的计算，用 PyTorch 写',
  codeSay: '把这些步骤写成函数，旁边是课程里的名字。代码的颜色表示里面装的是什么；亮起的一行就是正在看的阶段。',
  codeLesson: '课程里的写法',
  codeNote: html`课程里的变量 <code translate="no">scores</code> 已经除以 √d，对应这里的 <code translate="no">scaled</code>。`,

  signs: '八种记号，各有所指',
  sign: {
    scalar: '一个数',
    vector: '向量：一个词元',
    matrix: '矩阵',
    head: '多头：像一叠纸',
    mask: '禁止',
    selection: '选中',
    flow: '流向：一条线对应一行',
    change: '有改动：折角是原来的颜色',
  },

  keys: '快捷键',
  keysHint: '按 ? 查看快捷键',
  close: '关闭',
  keyList: [
    ['Tab', '到下一个矩阵'],
    ['← ↑ → ↓', '到相邻的格子'],
    ['Home End', '到一行的两端；加 Ctrl 到矩阵的两端'],
    ['Page Up、Page Down', '到上一阶段、下一阶段的同一格'],
    ['Enter、Esc', '进入解释、返回'],
    ['[ ]', '公式的上一阶段、下一阶段'],
    [', .', '上一个头、下一个头'],
    ['E', '修改选中的数'],
    ['M', '禁止选中的配对，或恢复允许'],
    ['Ctrl Z、Shift Ctrl Z', '撤销、重做'],
    ['?', '显示本表'],
  ],
  announce: {
    pair: (stage, query, key, value) => `${stage}，查询 ${query}，键 ${key}，${value}`,
    vector: (stage, token, col, value) => `${stage}，${token}，第 ${col} 列，${value}`,
    parameter: (stage, row, col, value) => `${stage}，第 ${row} 行，第 ${col} 列，${value}`,
    forbidden: (names) => `禁止（${names.join('、')}）`,
  },
  computedBy: (variant, threads) =>
    `由本机的 WebAssembly 内核（${variant}，${threads} 个线程）计算，不会向任何地方发送数据。`,
  loading: '正在载入内核。',
};
