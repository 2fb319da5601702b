// The words of the large map, which it brings with it.
import type { Order } from '../model/large/row';
import type { Language } from '../model/state';
import { reasonIn } from './reasons';

const count = (language: string) => (number: number) => number.toLocaleString(language);
const [inEnglish, inChinese] = [count('en'), count('zh')];

const en = {
  title: 'Long texts',
  say: 'Paste a chapter, up to 8,192 tokens. The core sums the weights up row by row and tile by tile, so that all of them can be looked at without ever being kept.',
  open: 'Open the large map',
  close: 'Close',
  loading: 'The core is being loaded.',

  text: 'Your text',
  hint: 'Paste, drop a .txt file here, or choose one.',
  choose: 'Choose a .txt file',
  own: 'Take the text of this page',
  split: 'Split into',
  counting: 'Counting.',
  tokens: (number: number) => (number === 1 ? '1 token.' : `${inEnglish(number)} tokens.`),
  tooMany: {
    tokens: (limit: number, number: number) =>
      `${inEnglish(limit)} tokens is the most this page takes; this is ${inEnglish(number)}. The map still shows what was there before.`,
    characters: (limit: number, number: number) =>
      `${inEnglish(limit)} characters is the most this page takes; this is ${inEnglish(number)}. The map still shows what was there before.`,
    bytes: (limit: number, number: number) =>
      `A file may have ${inEnglish(limit)} bytes; this one has ${inEnglish(number)}. Nothing was changed.`,
  },
  notText: (file: string) => `${file} is not a text file. Nothing was changed.`,

  reader: 'Read by',
  readers: { identity: 'identity', above: 'the layer above' },
  readerSay: {
    identity:
      'Q, K and V are the word vectors themselves (64 numbers each), so words attend to those used like them: a good way to begin with a long text.',
    above: (size: number, heads: number) =>
      `The layer in the figure: ${size} numbers a word, ${heads === 1 ? 'one head' : `${heads} heads`}.`,
    onlyIdentity:
      'The layer in the figure knows only the words it was given, so a longer text is read with identity projections.',
  },
  sharpening: 'scores times',
  sharpeningSay: 'Among thousands of keys even a good one gets a small share; multiplying the scores sharpens the row.',
  masks: (names: string[]) =>
    names.length === 0 ? 'Nothing is forbidden, as above.' : `Forbidden, as above: ${names.join(', ')}.`,
  mask: {
    causal: 'looking ahead',
    padding: (valid: number) => `keys from ${inEnglish(valid)} on`,
    window: 'what lies outside the window',
  },

  read: (number: number) => (number === 1 ? 'Read 1 token' : `Read ${inEnglish(number)} tokens`),
  cancel: 'Cancel',
  running: {
    read: 'Reading: every query against every key',
    reduce: 'Going over all pairs once more',
    fetch: 'Computing this part in detail',
  },
  failed: (error: unknown) =>
    `It could not be computed; the map still shows what was there before. The engine said: ${reasonIn('en', error)}`,
  cancelled: 'Cancelled. The map still shows what was there before.',
  cancelledFirst: 'Cancelled.',
  coarse: 'Cancelled: this part stays coarse until you move.',

  map: 'Map of attention_weights',
  role: 'map',
  keysHint:
    'Arrows walk from pair to pair, with Shift a screen’s tenth; Home and End go to the ends of the row; + and − zoom, 0 shows everything; Enter goes as close as it can.',
  hands:
    'Drag to move; Ctrl and the wheel, or two fingers, zoom. Once the map has the focus the wheel zooms by itself. A click in the small map in the corner goes there.',
  closer: 'Closer',
  away: 'Farther',
  all: 'Everything',
  toPair: 'To the selected pair',
  reduce: 'A cell shows',
  reductions: { max: 'its largest weight', mean: 'its mean weight' },
  scale: 'Colours',
  scales: { log: 'logarithmic', linear: 'linear' },
  head: 'Head',
  sight: (queries: [number, number], keys: [number, number], pairs: number) =>
    `Queries ${inEnglish(queries[0])}–${inEnglish(queries[1])}, keys ${inEnglish(keys[0])}–${inEnglish(keys[1])}; ${pairs === 1 ? 'every cell is one pair' : `a cell is ${pairs} × ${pairs} pairs`}.`,
  zero: 'exactly 0',
  entropyStrip: 'entropy',
  queries: 'queries',
  keys: 'keys',

  vectors: (own: number, translated: number, drawn: number) =>
    `${inEnglish(own)} tokens have the vector of their word (GloVe), ${inEnglish(translated)} that of an English word; ${inEnglish(drawn)} have a random one.`,

  row: 'The selected query',
  queryAt: (position: number) => `query ${inEnglish(position)}`,
  pair: 'This pair',
  rowMax: 'largest weight',
  entropy: 'entropy',
  nats: (value: string, most: string) => `${value} of at most ${most} nats`,
  effective: 'reads like',
  effectiveSay: (value: string) => `${value} keys with equal shares`,
  empty: 'Every key is forbidden to it: its weights are exactly 0.',
  listed: 'It reads most from',
  together: (number: number, sum: string) => (number === 1 ? `One key, ${sum}.` : `These ${number} together: ${sum}.`),
  ranking: 'Queries of this text, each word once',
  orders: { focused: 'most focused', spread: 'most spread' } satisfies Record<Order, string>,
  rankingCaption: 'Each with its entropy, and how many keys with equal shares that would be',
  columns: { query: 'query', entropy: 'entropy', effective: 'like', most: 'reads most from' },
  number: inEnglish,
  announce: (query: string, key: string, weight: string) => `query ${query}, key ${key}, weight ${weight}`,
  zoomed: (pairs: number) => (pairs === 1 ? 'Every cell is one pair.' : `A cell is ${pairs} by ${pairs} pairs.`),
};

const zh: typeof en = {
  title: '长文本',
  say: '粘贴一章书，最多 8192 个词元。内核逐行、逐块汇总权重，所以每个权重都看得到，却不必全部存下来。',
  open: '打开长文本',
  close: '收起',
  loading: '正在载入内核。',

  text: '你的文本',
  hint: '粘贴文字，把 .txt 文件拖到这里，或者选一个。',
  choose: '选择 .txt 文件',
  own: '用本页的文字',
  split: '切分方式',
  counting: '正在计数。',
  tokens: (number) => `${number} 个词元。`,
  tooMany: {
    tokens: (limit, number) => `本页最多处理 ${limit} 个词元，这里有 ${number} 个。图中仍是原来的内容。`,
    characters: (limit, number) => `本页最多处理 ${limit} 个字符，这里有 ${number} 个。图中仍是原来的内容。`,
    bytes: (limit, number) => `文件最大 ${limit} 字节，这个有 ${number} 字节。什么都没改。`,
  },
  notText: (file) => `${file} 不是文本文件。什么都没改。`,

  reader: '用哪一层来读',
  readers: { identity: '恒等', above: '上面那一层' },
  readerSay: {
    identity: 'Q、K、V 就是词向量本身（每个 64 个数），所以每个词主要读用法相近的词：读长文本，适合从这里开始。',
    above: (size, heads) => `图中的那一层：每个词 ${size} 个数，${heads} 个头。`,
    onlyIdentity: '图中的那一层只认得给它的几个词，所以更长的文本用恒等投影来读。',
  },
  sharpening: '分数乘以',
  sharpeningSay: '键有几千个时，再合适的键也只能分到很小一份；把分数放大，每行就更集中。',
  masks: (names) =>
    names.length === 0 ? '与上面一样，没有禁止任何位置。' : `与上面一样，被禁止的有：${names.join('、')}。`,
  mask: { causal: '看后面的词', padding: (valid) => `${valid} 号及以后的键`, window: '窗口之外' },

  read: (number) => `读这 ${number} 个词元`,
  cancel: '取消',
  running: {
    read: '正在读：每个查询对每个键',
    reduce: '把所有配对再过一遍',
    fetch: '正在细算这一部分',
  },
  failed: (error) => `没能算出来，图中仍是原来的内容。引擎报错：${reasonIn('zh', error)}`,
  cancelled: '已取消，图中仍是原来的内容。',
  cancelledFirst: '已取消。',
  coarse: '已取消：这一部分暂时只有粗略的图，移动后再细算。',

  map: 'attention_weights 的热力图',
  role: '热力图',
  keysHint:
    '方向键在配对之间移动，按住 Shift 一次移动十分之一屏；Home 和 End 到行的两端；+ 和 − 缩放，0 看全部；Enter 放到最大。',
  hands:
    '拖动可以移动；按住 Ctrl 滚动滚轮，或用两指，可以缩放。图获得焦点后，直接滚动滚轮也能缩放。点角上的小图，可以跳到那里。',
  closer: '放大',
  away: '缩小',
  all: '看全部',
  toPair: '到选中的配对',
  reduce: '一格显示',
  reductions: { max: '其中的最大权重', mean: '其中权重的平均值' },
  scale: '颜色',
  scales: { log: '对数', linear: '线性' },
  head: '头',
  sight: (queries, keys, pairs) =>
    `查询 ${queries[0]}–${queries[1]}，键 ${keys[0]}–${keys[1]}；${pairs === 1 ? '一格就是一个配对' : `一格是 ${pairs} × ${pairs} 个配对`}。`,
  zero: '恰好是 0',
  entropyStrip: '熵',
  queries: '查询',
  keys: '键',

  vectors: (own, translated, drawn) =>
    `${own} 个词元有自己的词向量（GloVe），${translated} 个借用英文词的向量，${drawn} 个用随机向量。`,

  row: '选中的查询',
  queryAt: (position) => `${position} 号查询`,
  pair: '这个配对',
  rowMax: '最大权重',
  entropy: '熵',
  nats: (value, most) => `${value} 奈特，最多 ${most}`,
  effective: '相当于读',
  effectiveSay: (value) => `${value} 个份额相同的键`,
  empty: '它一个键也不能读：权重恰好全是 0。',
  listed: '它读得最多的是',
  together: (number, sum) => (number === 1 ? `只有一个键，${sum}。` : `这 ${number} 个合计 ${sum}。`),
  ranking: '这段文本里的查询，每个词一次',
  orders: { focused: '最集中的', spread: '最分散的' },
  rankingCaption: '各自的熵，以及这相当于多少个份额相同的键',
  columns: { query: '查询', entropy: '熵', effective: '相当于', most: '读得最多的' },
  number: inChinese,
  announce: (query, key, weight) => `查询 ${query}，键 ${key}，权重 ${weight}`,
  zoomed: (pairs) => (pairs === 1 ? '一格就是一个配对。' : `一格是 ${pairs} × ${pairs} 个配对。`),
};

export type LargeWords = typeof en;
export const largeWords: Record<Language, LargeWords> = { en, zh };
