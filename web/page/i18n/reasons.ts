// Why something failed, as a sentence in the language of the page: what the engine refused, or what the browser could
// not fetch. Words that nobody here wrote stay as they are.
import type { Language } from '../model/state';
import { type Fault, faultIn, filePhrases } from './faults';
import { refusals } from './refusals';

export function reasonIn(language: Language, error: unknown): string {
  if (isComplaint(error)) {
    const { code, argument: where, expected, got } = error;
    return (language === 'zh' && endings[code]) || faultIn(language, { where, expected, got }, phrases);
  }
  const said = error instanceof Error ? error.message : String(error);
  const [, chinese] = language === 'zh' ? (fetched.find(([pattern]) => pattern.test(said)) ?? []) : [];
  return sentence(chinese ?? said, language);
}

/** Tensors are refused in the words of files. */
const phrases = [...filePhrases, ...refusals];

interface Complaint extends Omit<Fault, 'where'> {
  code: string;
  argument: string;
}

/** Of an AttentionError, of whatever copy of the package. */
const isComplaint = (error: unknown): error is Complaint =>
  error instanceof Error && ['code', 'argument', 'expected', 'got'].every((key) => key in error);

const sentence = (said: string, language: Language): string =>
  /[.!?。！？”"]$/u.test(said) ? said : `${said}${language === 'zh' ? '。' : '.'}`;

/** What is no fault of a call; the rest of such a message is in the browser's own words. */
const endings: Readonly<Record<string, string>> = {
  'out-of-memory': '内存不够，放不下结果。',
  'device-lost': 'GPU 设备已丢失。',
  'webgpu-unavailable': '这里用不了 WebGPU。',
  disposed: '引擎已经释放。',
};

/** What did not arrive, as browsers say it. */
const fetched: readonly [RegExp, string][] = [
  [/dynamically imported module|Importing a module script failed/i, '这一部分没能下载'],
  [/failed to fetch|NetworkError|^Load failed/i, '网络不通'],
  [/^the worker did not load$/, 'worker 没能启动'],
  [/HTTP status \d+$/, '服务器没有给出所需的文件'],
];
