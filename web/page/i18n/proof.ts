// The words of the proof. Panels that load on request bring their own, in every language.
import type { Language } from '../model/state';
import { reasonIn } from './reasons';

const en = {
  title: 'Proof',
  say: 'The same input through every way this engine has of computing it. The reference writes each formula out in 64-bit numbers and rounds each stage once; everything else has to agree with it.',
  check: 'Check these numbers',
  again: 'Check again',
  cancel: 'Cancel',
  empty: 'There are no numbers to check yet.',
  running: 'Computing, one variant after the other.',
  failed: (error: unknown) => `The check could not be done. The engine said: ${reasonIn('en', error)}`,
  missing: (variant: string, error: unknown) => `${variant} could not compute this: ${reasonIn('en', error)}`,
  caption: 'Largest difference from the reference, stage by stage',
  stage: 'stage',
  inUse: 'used by this page',
  isReference: 'the measure of the others',
  identical: 'identical',
  rowSums: 'sums of the rows of weights',
  noRowSums: 'none',
  emptyRows: 'empty rows, all exactly 0',
  time: 'time of one trace',
  note: 'Neighbouring 32-bit numbers lie 1.2 · 10⁻⁷ apart near 1, and 1.9 · 10⁻⁶ near 16; a difference of that size is rounding. A time is the median of seven runs, with the way to the worker, or the GPU, and back.',
  variants: {} as Readonly<Record<string, string>>,
};

const zh: typeof en = {
  title: '验证',
  say: '让同一份输入走遍引擎的每一种实现。参考实现用 64 位浮点数逐步照公式计算，每个阶段只舍入一次；其余的都必须与它一致。',
  check: '检查这些数',
  again: '再查一次',
  cancel: '取消',
  empty: '还没有可以检查的数。',
  running: '正在逐一运行各种实现。',
  failed: (error) => `没能完成检查。引擎报错：${reasonIn('zh', error)}`,
  missing: (variant, error) => `${variant} 没能算出来：${reasonIn('zh', error)}`,
  caption: '各个阶段与参考实现的最大差',
  stage: '阶段',
  inUse: '本页正在使用',
  isReference: '其余的以它为准',
  identical: '完全相同',
  rowSums: '权重每行之和',
  noRowSums: '无',
  emptyRows: '空行（权重恰好全是 0）',
  time: '一次 trace 的用时',
  note: '相邻的两个 32 位浮点数，在 1 附近相差 1.2 · 10⁻⁷，在 16 附近相差 1.9 · 10⁻⁶；相差这么多，只是舍入所致。用时取七次的中位数，含往返 worker 或 GPU 的时间。',
  variants: {
    relaxed: '宽松 SIMD，最快的一种',
    simd: '普通 SIMD，用于不支持宽松 SIMD 的浏览器',
    reference: '每一步都照公式用 float64 计算，只舍入一次',
    webgpu: '在 GPU 上经 WebGPU 运行的 WGSL 着色器',
  },
};

export type ProofWords = typeof en;
export const proofWords: Record<Language, ProofWords> = { en, zh };
