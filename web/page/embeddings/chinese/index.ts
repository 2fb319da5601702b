// Common Chinese words, each with the English word whose vector it takes: one of words.txt, so that the page can say
// where the numbers come from. This project's own lists. A further word is one more entry.
import { links, measures, numerals, pronouns } from './functions';
import { ideas } from './ideas';
import { nature } from './nature';
import { people } from './people';
import { places } from './places';
import { qualities } from './qualities';
import { things } from './things';
import { times } from './times';
import { verbs } from './verbs';

const groups = [pronouns, links, numerals, measures, people, nature, things, places, times, ideas, verbs, qualities];

const entries = (group: string): string[][] => group.split(',').map((entry) => entry.trim().split(' '));

/** Chinese word → English word. */
export const chinese: ReadonlyMap<string, string> = new Map(groups.flatMap(entries) as [string, string][]);

// What no English word means alike: whatever were lent to them would make twins of words that have nothing in common,
// 把 and 被 of *by*, 匹 and 马 of *horse*.
export const chineseParticles: ReadonlySet<string> = new Set('的地得着了过们所之把被吗呢吧啊呀嘛啦哇哪呗咯');
export const chineseMeasures: ReadonlySet<string> = new Set(
  '个位条张匹辆台座间件副块片支枝根棵株朵颗粒封首篇部场顿艘架名只本把幢栋滴份届幅串束堆遍趟阵项',
);

// What word splitting often leaves attached to a word without giving it another meaning: 累了 is 累, 跑出 is 跑, 很好 is 好 …
export const chineseEnds: readonly string[] = [
  ...'了着过在到们的得地完边里上中都很去来出进起住掉好见开成给入回下',
  ...'起来 下来 下去 出来 出去 进来 进去 上来 上去 过来 过去 回来 回去 了起来 不起 不住 不了 不到 不出 不完'.split(' '),
];
export const chineseStarts: readonly string[] = [...'很太最更就也都我你他她'];

// … and 一只 is 一, 那条 is 那, 这本书 is 书. After other words a measure word is part of the name: 球队 is no 球.
const wordsOf = (group: string) => entries(group).map(([word]) => word as string);
export const chineseCounts: ReadonlySet<string> = new Set([...wordsOf(numerals), ...'这那哪每几某各']);
export const chineseCounted: ReadonlySet<string> = new Set([
  ...wordsOf(measures),
  ...chineseMeasures,
  ...'家道口股门段句年天月日周点顶',
]);
