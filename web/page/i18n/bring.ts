// The words of the panel that takes a person's own numbers, which it brings with it.
import type { Language } from '../model/state';

const en = {
  title: 'Bring your own',
  say: 'X, a whole layer, Q, K and V, or the attention weights of a model of yours. They are read on this machine and sent nowhere.',
  open: 'Bring numbers',
  close: 'Close',

  files: 'Files',
  choose: 'Choose files',
  kinds: '.npy, .safetensors, .csv or .json, also what this page saved. They can be dropped here too.',
  paste: 'Or pasted',
  pasteHint: 'A table or JSON',
  read: 'Read what is pasted',
  pasted: 'pasted',

  found: 'What was found',
  array: 'Array',
  type: 'Type',
  shape: 'Shape',
  role: 'What it is',
  roleOf: (name: string) => `What ${name} is`,
  unused: 'not used',
  turned: 'nn.Linear keeps it as (out, in): transpose it',
  turnedOf: (name: string) => `Transpose ${name}`,
  layered: 'the first axis is layers, not sentences',
  layeredOf: (name: string) => `The first axis of ${name} is layers`,
  clear: 'Remove everything',

  colon: ': ',
  encoding: (encoding: string) => `read as ${encoding}, because it is not UTF-8.`,
  decimalComma: 'semicolons separate, so a comma was read as the decimal point.',
  header: (names: readonly string[]) =>
    `the first line was read as names of columns (${names.join(', ')}), not as numbers.`,
  labels: 'the first column was read as tokens, not as numbers.',
  noNumbers: (name: string) => `“${name}” was left out: it is no array of numbers.`,

  names: 'Names and heads',
  tokens: 'Tokens, divided by blanks',
  keys: 'Tokens of the keys, where they are others',
  numHeads: 'Heads side by side',

  put: 'Put it into the figure',
  isX: (steps: number, size: number) =>
    `${steps} vectors of ${size === 1 ? '1 number' : `${size} numbers`}. The figure draws a layer for them from its seed.`,
  isLayer: (steps: number, size: number, heads: number) =>
    `A layer with ${heads === 1 ? '1 head' : `${heads} heads`}, and ${steps} vectors of ${size === 1 ? '1 number' : `${size} numbers`}.`,
  isQKV: (queries: number, keys: number, heads: number) =>
    `Q, K and V: ${queries} queries, ${keys} keys, ${heads === 1 ? '1 head' : `${heads} heads`}. Nothing is projected.`,
  done: 'It is in the figure.',
  go: 'Go there',
  saved: 'A picture that this page saved. It can be put back with its masks, edits and selection.',
  putBack: 'Put it back as it was',
  look: 'Attention weights. Nothing more can be computed from them alone, but they can be looked at:',
  kept: 'What was read before is still here.',
};

const zh: typeof en = {
  title: '自带数据',
  say: '可以是 X、一整层、Q、K 和 V，也可以是你的模型的注意力权重。都只在这台机器上读取，不会发往任何地方。',
  open: '带来自己的数据',
  close: '收起',

  files: '文件',
  choose: '选择文件',
  kinds: '.npy、.safetensors、.csv 或 .json（也包括本页保存的）。也可以拖到这里。',
  paste: '或者粘贴',
  pasteHint: '表格或 JSON',
  read: '读取粘贴的内容',
  pasted: '粘贴的内容',

  found: '读到了什么',
  array: '数组',
  type: '类型',
  shape: '形状',
  role: '用作',
  roleOf: (name) => `${name} 用作什么`,
  unused: '不用',
  turned: 'nn.Linear 按 (out, in) 存放，需要转置',
  turnedOf: (name) => `转置 ${name}`,
  layered: '第一维是层，不是句子',
  layeredOf: (name) => `${name} 的第一维是层`,
  clear: '全部移除',

  colon: '：',
  encoding: (encoding) => `不是 UTF-8，已按 ${encoding} 读取。`,
  decimalComma: '用分号分隔，所以逗号当作小数点。',
  header: (names) => `第一行当作列名（${names.join('、')}），没有当作数。`,
  labels: '第一列当作词元，没有当作数。',
  noNumbers: (name) => `“${name}”不是数的数组，没有读入。`,

  names: '名字和头',
  tokens: '词元，用空格隔开',
  keys: '键的词元（如果另有一组）',
  numHeads: '并排了几个头',

  put: '放进图里',
  isX: (steps, size) => `${steps} 个向量，每个 ${size} 个数。图会按种子为它们生成一层。`,
  isLayer: (steps, size, heads) => `一层，${heads} 个头；${steps} 个向量，每个 ${size} 个数。`,
  isQKV: (queries, keys, heads) => `Q、K 和 V：${queries} 个查询，${keys} 个键，${heads} 个头。不再投影。`,
  done: '已放进图里。',
  go: '去看看',
  saved: '这是本页保存的一幅图，可以连同掩码、改动和选中的格子一起恢复。',
  putBack: '照原样恢复',
  look: '这是注意力权重。只凭它们算不出别的，但可以看：',
  kept: '之前读到的都还在。',
};

export type BringWords = typeof en;
export const bringWords: Record<Language, BringWords> = { en, zh };
