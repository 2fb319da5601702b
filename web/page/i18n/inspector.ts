// The words of the inspector, which it brings with it. Names of tokens come already safe to show.
import { html } from 'lit';
import type { Language } from '../model/state';

const en = {
  empty: 'Nothing to show yet. It takes attention weights of shape (num_heads, num_queries, num_kv_pairs), and tokens.',
  noTokens: 'No tokens, so no attention.',
  stays: 'The picture still shows what was there before.',
  reader: 'Which token reads',
  read: 'Which token is read',
  layers: 'Layers',
  layer: (layer: number) => `layer ${layer}`,
  sentences: 'Sentences',
  sentence: (sentence: number) => `sentence ${sentence + 1}`,
  heads: 'Heads',
  head: (head: number) => `head ${head}`,
  rowSum: 'Σ row',
  takes: (query: unknown, key: unknown) => html`What ${query} takes from ${key}`,
  most: (query: unknown) => html`What ${query} reads most`,
  others: (count: number, sum: string) => `${count} others, together ${sum}`,
  nothingRead: (query: unknown) => html`${query} reads nothing: every weight of its row is exactly 0.`,
  sum: (query: unknown, sum: string) => html`The row of ${query} adds up to ${sum}, not to 1.`,
  sums: (count: number, rows: number) =>
    `Rows that do not add up to 1: ${count} of ${rows}. They are drawn as they were given.`,
  share: 'A share of attention.',
  scale: 'Scale of the colours',
  linear: 'linear',
  log: 'log',
  zero: 'Exactly 0: nothing is read.',
  announce: (head: string, query: string, key: string, weight: string) =>
    `${head}query ${query}, key ${key}, ${weight}`,
};

const zh: typeof en = {
  empty: '还没有内容。请给出形状为 (num_heads, num_queries, num_kv_pairs) 的注意力权重，以及词元（tokens）。',
  noTokens: '没有词元，也就没有注意力。',
  stays: '图中仍是之前的内容。',
  reader: '哪个词元在读',
  read: '读哪个词元',
  layers: '层',
  layer: (layer) => `层 ${layer}`,
  sentences: '句子',
  sentence: (sentence) => `第 ${sentence + 1} 句`,
  heads: '头',
  head: (head) => `头 ${head}`,
  rowSum: 'Σ 行',
  takes: (query, key) => html`${query} 从 ${key} 取走的份额`,
  most: (query) => html`${query} 读得最多的`,
  others: (count, sum) => `其余 ${count} 个，合计 ${sum}`,
  nothingRead: (query) => html`${query} 什么都不读：这一行的权重恰好全是 0。`,
  sum: (query, sum) => html`${query} 这一行加起来是 ${sum}，不是 1。`,
  sums: (count, rows) => `${rows} 行里有 ${count} 行加起来不是 1。图照给出的数来画。`,
  share: '注意力份额。',
  scale: '颜色的刻度',
  linear: '线性',
  log: '对数',
  zero: '恰好是 0：从不读取。',
  announce: (head, query, key, weight) => `${head}查询 ${query}，键 ${key}，${weight}`,
};

export type InspectorWords = typeof en;
export const inspectorWords: Record<Language, InspectorWords> = { en, zh };
