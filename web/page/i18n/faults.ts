// What is wrong with a file or with what the inspector was given, in the language of the page. Readers say it in
// English; here are their phrases in Chinese. A phrase that is not here stays as it was said.
import type { Language } from '../model/state';

/** Where, what was expected there, and what came. */
export interface Fault {
  where: string;
  expected: string;
  got: string;
}

export function faultIn(language: Language, { where, expected, got }: Fault): string {
  if (language === 'en') return `${where}: expected ${expected}, got ${got}.`;
  return `${inChinese(where)}：应为${spaced(inChinese(expected))}，收到的是${spaced(inChinese(got))}。`;
}

/** A blank between Chinese and what is not. */
const spaced = (text: string): string => (/^[\p{Script=Han}（“]/u.test(text) ? text : ` ${text}`);

function inChinese(phrase: string): string {
  for (const [pattern, chinese] of phrases) {
    if (pattern.test(phrase)) return phrase.replace(pattern, chinese);
  }
  return phrase;
}

const phrases: readonly [RegExp, string][] = [
  [/^an array of strings$/, '字符串数组'],
  [/^a string$/, '字符串'],
  [/^a number$/, '一个数'],
  [/^an array of numbers$/, '数的数组'],
  [/^a finite number, 0 or more$/, '不小于 0 的有限数'],
  [/^\{ data, shape \} or nested arrays of numbers$/, '{ data, shape } 或嵌套的数的数组'],
  [
    /^nested arrays of numbers \(\{ data, shape \} where a size is 0\)$/,
    '嵌套的数的数组（有大小为 0 的轴时用 { data, shape }）',
  ],
  [/^at most (\d+) levels of nesting$/, '至多 $1 层嵌套'],
  [/^(\d+) entries, as in the first$/, '$1 项，与第一个相同'],
  [/^an array of at most (\d+) non-negative integers$/, '至多 $1 个非负整数的数组'],
  [/^(\d+) elements for shape (\(.*\))$/, '形状 $2 的 $1 个数'],
  [/^(\(.*\)) with (\w+) = (\d+)$/, '$1，其中 $2 = $3'],
  [/^(\(.*\)), (\(.*\)) or (\(.*\))$/, '$1、$2 或 $3'],
  [/^an array of (\d+)$/, '长度为 $1 的数组'],
  [/^an empty array$/, '空数组'],
  [/^an object$/, '一个对象'],
  [/^a function$/, '一个函数'],
  [/^a bare (\w+)$/, '没有形状的 $1'],
  [/^the BigInt (-?\d+)$/, 'BigInt $1'],
  [/^more$/, '更多'],
];
