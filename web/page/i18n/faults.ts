// What is wrong with a file or with what the inspector was given, in the language of the page. Readers say it in
// English; here are their phrases in Chinese. A phrase that is not here stays as it was said.
import type { Language } from '../model/state';
import { kindInChinese } from './fault-kinds';

export type Phrases = readonly [RegExp, string][];

/** Where, what was expected there, and what came. */
export interface Fault {
  where: string;
  expected: string;
  got: string;
}

/** @param phrases - in Chinese; those of whoever found the fault */
export function faultIn(language: Language, { where, expected, got }: Fault, phrases: Phrases = filePhrases): string {
  if (language === 'en') return `${where}: expected ${expected}, got ${got}.`;
  // A file's name stands before the place inside it.
  const said = (phrase: string) => inChinese(phrase, phrases);
  const place = where.split(': ').map(said).join('：');
  return `${place}：应为${spaced(said(expected))}，收到的是${spaced(said(got))}。`;
}

/** A blank between Chinese and what is not. */
const spaced = (text: string): string => (/^[\p{Script=Han}（“]/u.test(text) ? text : ` ${text}`);

function inChinese(phrase: string, phrases: Phrases): string {
  for (const [pattern, chinese] of phrases) {
    if (pattern.test(phrase)) return phrase.replace(pattern, chinese);
  }
  return kindInChinese(phrase);
}

export const filePhrases: Phrases = [
  // Places.
  [/^row (\d+), column (\d+)$/, '第 $1 行第 $2 列'],
  [/^row (\d+)$/, '第 $1 行'],
  [/^column head$/, 'head 列'],
  [/^table$/, '表格'],
  [/^file$/, '文件'],
  [/^arrays$/, '数组'],
  [/^data$/, '数据'],
  [/^npy file$/, 'npy 文件'],
  [/^npy version$/, 'npy 版本'],
  [/^npy header$/, 'npy 文件头'],
  [/^npy shape$/, 'npy 的形状'],
  [/^npy type$/, 'npy 的类型'],
  [/^safetensors file$/, 'safetensors 文件'],
  [/^safetensors header$/, 'safetensors 文件头'],
  [/^safetensors data$/, 'safetensors 数据'],
  [/^(dtype|shape|data_offsets) of (".*")$/, '$2 的 $1'],

  // Texts and numbers.
  [/^an array of strings$/, '字符串数组'],
  [/^a string$/, '字符串'],
  [/^text$/, '文本'],
  [/^text in UTF-8, UTF-16 or GB18030$/, 'UTF-8、UTF-16 或 GB18030 编码的文本'],
  [/^a number$/, '一个数'],
  [/^a number with a dot, as 0\.5$/, '用点作小数点的数，如 0.5'],
  [/^a finite number$/, '有限的数'],
  [/^a finite number, 0 or more$/, '不小于 0 的有限数'],
  [/^numbers$/, '数'],
  [/^whole numbers from 0$/, '从 0 起的整数'],
  [/^booleans of 0 or 1$/, '为 0 或 1 的布尔值'],
  [/^integers within (.*)$/, '$1 以内的整数'],
  [/^sizes up to (.*)$/, '不超过 $1 的大小'],
  [/^an array of numbers$/, '数的数组'],
  [/^an array of at most (\d+) non-negative integers$/, '至多 $1 个非负整数的数组'],

  // How many.
  [/^at most (\d+) levels of nesting$/, '至多 $1 层嵌套'],
  [/^1 to (\d+) heads$/, '1 到 $1 个头'],
  [/^1 to (\d+) layers$/, '1 到 $1 层'],
  [/^1 to (\d+) sentences$/, '1 到 $1 句'],
  [/^at most (\d+) axes$/, '至多 $1 个维度'],
  [/^(\d+) axes$/, '$1 个维度'],
  [/^(\d+) to (\d+)$/, '$1 到 $2 个'],
  [/^(\d+) to (\d+), dividing (\d+)$/, '$1 到 $2，且整除 $3'],
  [/^(\d+) to (\d+) numbers a row$/, '每行 $1 到 $2 个数'],
  [/^at most (\d+) characters$/, '至多 $1 个字符'],
  [/^at least (\d+) bytes$/, '至少 $1 字节'],
  [/^at most (\d+) bytes$/, '至多 $1 字节'],
  [/^(\d+) entries, as in the first$/, '$1 项，与第一个相同'],
  [/^(\d+) numbers, as in row 1$/, '$1 个数，与第 1 行相同'],
  [/^(\d+), one for each row of (\w+)$/, '$1 个，$2 的每行一个'],
  [/^(\d+), one for each column of (\w+)$/, '$1 个，$2 的每列一个'],
  [/^(\d+) (?:elements|numbers) for (?:the )?shape (\(.*\))$/, '形状 $2 的 $1 个数'],
  [/^(\d+) bytes for the shape ([([].*[)\]])$/, '形状 $2 的 $1 字节'],
  [/^(\d+) bytes, as the tensors take$/, '各张量所占的 $1 字节'],
  [/^the same number of rows for each of (\d+) heads$/, '$1 个头行数相同'],
  [/^an array of (\d+)$/, '长度为 $1 的数组'],
  [/^(\d+) rows$/, '$1 行'],
  [/^(\d+) heads$/, '$1 个头'],
  [/^(\d+) layers$/, '$1 层'],
  [/^(\d+) sentences$/, '$1 句'],

  // Forms.
  [/^\{ data, shape \} or nested arrays of numbers$/, '{ data, shape } 或嵌套的数的数组'],
  [
    /^nested arrays of numbers \(\{ data, shape \} where a size is 0\)$/,
    '嵌套的数的数组（有大小为 0 的维度时用 { data, shape }）',
  ],
  [/^arrays by name, as (\{.*\})$/, '带名字的数组，如 $1'],
  [
    /^X; X, W_q, W_k and W_v; Q, K and V; or attention_weights$/,
    'X；X、W_q、W_k 和 W_v；Q、K 和 V；或 attention_weights',
  ],
  [/^(\(.*\)) with (\w+) = (\d+)$/, '$1，其中 $2 = $3'],
  [/^(\([^)]*\)) or fewer axes, 1 to (\d+) numbers$/, '$1 或更少的维度，1 到 $2 个数'],
  [/^(\([^)]*\)), or fewer axes$/, '$1，或更少的维度'],
  [/^(\([^)]*\)), as the first$/, '$1，与第一个相同'],
  [/^(\w+), at most (\(.*\))$/, '$1，至多 $2'],
  [/^(\(.*\)), to join (\d+) heads$/, '$1，用来合并 $2 个头'],
  [/^(\(.*\)), (\(.*\)) or (\(.*\))$/, '$1、$2 或 $3'],
  [/^none, as one head has nothing to join$/, '没有，因为只有一个头，无可合并'],
  [/^an array beside (.*)$/, '与 $1 配套的数组'],
  [/^one array$/, '一个数组'],
  [/^a file that can be read$/, '可以读取的文件'],
  [/^one of (.*)$/, '$1 之一'],
  [/^1\.0, 2\.0 or 3\.0$/, '1.0、2.0 或 3.0'],
  [/^\.npy, \.safetensors, \.json or \.csv$/, '.npy、.safetensors、.json 或 .csv'],
  [/^\[begin, end\] with (.*)$/, '[begin, end]，$1'],
  [/^to begin at (\d+), without gap or overlap$/, '从 $1 开始，不留空也不重叠'],
  [/^to begin with (".*")$/, '以 $1 开头'],
  [/^each name once$/, '每个名字一次'],
  [/^a quote to end its cell$/, '一个引号来结束单元格'],

  // What came.
  [/^an empty array$/, '空数组'],
  [/^an empty file$/, '空文件'],
  [/^an object$/, '一个对象'],
  [/^a function$/, '一个函数'],
  [/^a bare (\w+)$/, '没有形状的 $1'],
  [/^the BigInt (-?\d+)$/, 'BigInt $1'],
  [/^more$/, '更多'],
  [/^nothing$/, '空'],
  [/^none$/, '没有'],
  [/^none of them$/, '一样也没有'],
  [/^names alone$/, '只有名字'],
  [/^other bytes$/, '别的字节'],
  [/^(.*: .*) and (.*: .*)$/, '$1 和 $2'],
  [/^(".*") twice$/, '$1 出现了两次'],
  [/^(".*") \(complex numbers\)$/, '$1（复数）'],
  [/^(".*") \(Python objects\)$/, '$1（Python 对象）'],
  [/^(".*") \(byte strings\)$/, '$1（字节串）'],
  [/^(".*") \(text\)$/, '$1（文本）'],
  [/^(".*") \(records\)$/, '$1（记录）'],
  [/^(".*") \(dates\)$/, '$1（日期）'],
  [/^(".*") \(durations\)$/, '$1（时长）'],
  [/^(".*") \(as bfloat16 is saved: save it with (.*)\)$/, '$1（bfloat16 就是这样存的：请先用 $2 转换再保存）'],
  [
    /^(".*") \(as numbers of 8 bits or fewer are saved: save them with (.*)\)$/,
    '$1（8 位或更短的数就是这样存的：请先用 $2 转换再保存）',
  ],
  [/^(".*") \(long floats: save them with (.*)\)$/, '$1（长浮点数：请先用 $2 转换再保存）'],
  [/^text in another encoding: save it as UTF-8$/, '其他编码的文本：请另存为 UTF-8'],
];
