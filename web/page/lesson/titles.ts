// The titles of the 21 sections: in the document from the first drawing on, the sections themselves come later.
import type { Text } from '../examples';

/** In order; the first is that of §1. */
export const titles: readonly Text[] = [
  { en: 'Where we are going', zh: '这一课要做什么' },
  { en: 'What the code computes', zh: '代码到底算了什么' },
  { en: 'Start from the shape of X', zh: '先看 X 的形状' },
  { en: 'Why three projections', zh: '为什么要做三次投影' },
  { en: 'Why not X itself', zh: '为什么不直接用 X' },
  { en: 'The basic module', zh: '最基本的模块' },
  { en: 'Why transpose(1, 2)', zh: '为什么要 transpose(1, 2)' },
  { en: 'What QKᵀ is', zh: 'QKᵀ 算出了什么' },
  { en: 'Why divide by √d', zh: '为什么要除以 √d' },
  { en: 'What masked_softmax does', zh: 'masked_softmax 做什么' },
  { en: 'Why bmm with V is a weighted sum', zh: '与 V 做 bmm 为什么就是加权和' },
  { en: 'A representation of the word in its context', zh: '上下文化的表示' },
  { en: 'num_queries and num_kv_pairs', zh: 'num_queries 与 num_kv_pairs' },
  { en: 'The shapes of (2, 4, 8)', zh: '以 (2, 4, 8) 为例走一遍' },
  { en: 'Why it runs in parallel', zh: '为什么容易并行' },
  { en: 'Why attention_weights are kept', zh: '为什么要保存 attention_weights' },
  { en: 'Attention to oneself, attention to another', zh: '自注意力与普通注意力差在哪里' },
  { en: 'Five things to master', zh: '要掌握的五件事' },
  { en: 'What is built on it', zh: '建立在自注意力之上的模型' },
  { en: 'Summary', zh: '小结' },
  { en: 'Looking back', zh: '回顾' },
];
