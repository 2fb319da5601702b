import { html } from 'lit';

const signed = (value: number): string => value.toLocaleString('en').replace('-', '−');

/** What is said where a person changes something: numbers, pairs, and how scores become weights. */
const en = {
  label: 'This number; change it',
  hint: 'Write another number here: what depends on it is computed again.',
  putBack: (was: string) => `Put back ${was}`,
  notANumber: (text: string) => `Expected a number, got “${text}”. Nothing was changed.`,
  tooLarge: (most: number, text: string) =>
    `Expected a number between −${most.toLocaleString('en')} and ${most.toLocaleString('en')}, got ${text}. Nothing was changed.`,
  outside: (least: number, most: number, whole: boolean) =>
    `Expected a ${whole ? 'whole number' : 'number'} from ${signed(least)} to ${most.toLocaleString('en')}. Nothing was changed.`,
  tooMany: (limit: number) => `${limit} changed numbers is the most an address holds. Nothing was changed.`,
  forbid: 'Forbid this pair',
  allow: 'Allow this pair again',
  brush: 'Paint pairs by hand',
  brushHint:
    'Draw over the pairs of masked. The first one decides whether the stroke forbids or allows; with Shift it fills a rectangle.',
  clearPainted: 'Allow all painted pairs again',
  undo: 'Undo',
  redo: 'Redo',
  changes: 'What was changed',
  clearEdits: (count: number) =>
    count === 1 ? 'Put back the changed number' : `Put back all ${count} changed numbers`,
  more: 'Window, scale, dropout',
  window: 'Only near by',
  windowLeft: 'to the left',
  windowRight: 'to the right',
  unbounded: '−1: no end on that side',
  scale: 'in place of 1/√d',
  scaleDefault: (size: number) => `1/√${size}`,
  scaleReset: 'Back to 1/√d',
  softcap: '0 is none',
  dropout: 'probability',
  dropoutSeed: 'Drop others',
  align: 'Where the first query stands',
  aligns: { 'top-left': 'at the first key', 'bottom-right': 'so that the last meet' },
  validLenOf: (sentence: number) => `valid length of sentence ${sentence}`,
  numKvHeads: 'heads of K and V',
  shuffle: 'Shuffle the tokens',
  lines: 'Each line is a sentence of the batch.',
  tidied:
    'Accents were joined to their letters (Unicode NFC) and soft hyphens left out: words that look alike are one word.',
  another: 'Let it read another sentence',
  source: 'The sentence it reads',
  read: 'Which word is read',
  itself: 'Let it read itself again',
  tooManySentences: (limit: number, count: number) =>
    `${limit} sentences is the most a batch takes here; this is ${count}. The picture still shows what was there before.`,
  brought: (kind: 'X' | 'layer' | 'QKV') =>
    ({
      X: 'X is your own; the layer that reads it is drawn from a seed.',
      layer: 'X and the parameters are your own.',
      QKV: 'Q, K and V are your own; nothing is projected.',
    })[kind],
  notInAddress: 'It is too large for the address: keep it as JSON, under “Take it away”.',
  letGo: 'Write a sentence instead',
  scaledBy: 'The score times the scale that was set.',
  kept: (p: number) => `Kept: divided by ${(1 - p).toFixed(2)}, so that the sum stays the same on average.`,
  droppedOut: (p: number) => `Dropped, or 0 before: each weight is dropped with probability ${p}.`,
  given: 'As it came in: it was given, not computed here.',
  edited: (was: string) => html`Set by hand; it was <b>${was}</b>. What depends on it was computed again.`,
  parameterOf: 'A parameter, as it came in.',
};

type EditWords = typeof en;

const zh: EditWords = {
  label: '这个数（可以修改）',
  hint: '在这里写另一个数，依赖它的量都会重新计算。',
  putBack: (was) => `恢复为 ${was}`,
  notANumber: (text) => `应为一个数，收到的是“${text}”。什么都没改。`,
  tooLarge: (most, text) => `应在 −${most} 与 ${most} 之间，收到的是 ${text}。什么都没改。`,
  outside: (least, most, whole) =>
    `应为 ${signed(least)} 到 ${most.toLocaleString('en')} 的${whole ? '整数' : '数'}。什么都没改。`,
  tooMany: (limit) => `网址里最多放 ${limit} 个改过的数。什么都没改。`,
  forbid: '禁止这一对',
  allow: '恢复允许这一对',
  brush: '手动画掩码',
  brushHint: '在 masked 上划过要禁止的格子。第一格决定这一笔是禁止还是允许；按住 Shift 可以填满一个矩形。',
  clearPainted: '清除所有画过的掩码',
  undo: '撤销',
  redo: '重做',
  changes: '改动',
  clearEdits: (count) => `恢复改过的 ${count} 个数`,
  more: '窗口、缩放、dropout',
  window: '只看附近',
  windowLeft: '向左',
  windowRight: '向右',
  unbounded: '−1：这一侧不限',
  scale: '代替 1/√d',
  scaleDefault: (size) => `1/√${size}`,
  scaleReset: '恢复 1/√d',
  softcap: '0 表示不用',
  dropout: '概率',
  dropoutSeed: '换一批丢弃的',
  align: '第一个查询的位置',
  aligns: { 'top-left': '对准第一个键', 'bottom-right': '让末尾对齐' },
  validLenOf: (sentence) => `第 ${sentence} 句的有效长度`,
  numKvHeads: 'K、V 的头数',
  shuffle: '打乱词元',
  lines: '一行就是批量中的一句。',
  tidied: '文字已统一成 Unicode NFC：拆开写的重音并回字母，软连字符略去。看起来一样的词就是同一个词。',
  another: '让它读另一句',
  source: '它读的那一句',
  read: '读哪个词',
  itself: '让它重新读自己',
  tooManySentences: (limit, count) => `这里一个批量最多 ${limit} 句，现在有 ${count} 句。图中仍是之前的内容。`,
  brought: (kind) =>
    ({
      X: 'X 是你自己的；读它的层由种子生成。',
      layer: 'X 和参数都是你自己的。',
      QKV: 'Q、K、V 都是你自己的，不再投影。',
    })[kind],
  notInAddress: '它太大，网址里放不下：请在“带走”里存成 JSON。',
  letGo: '改为写一句话',
  scaledBy: '分数乘以设定的缩放系数。',
  kept: (p) => `保留：除以 ${(1 - p).toFixed(2)}，所以平均来说总和不变。`,
  droppedOut: (p) => `被丢弃，或原本就是 0：每个权重以概率 ${p} 被丢弃。`,
  given: '这个数是随数据给出的，不是在这里算出来的。',
  edited: (was) => html`手动设定；原来是 <b>${was}</b>。依赖它的量都已重新计算。`,
  parameterOf: '一个参数，是随数据给出的。',
};

export const editWords = { en, zh };
