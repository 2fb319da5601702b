// Words that hold a sentence together, and numbers.
export const pronouns = `
  我 me, 你 you, 您 you, 他 he, 她 she, 它 it, 我们 we, 咱们 we, 你们 you, 他们 they, 她们 they, 它们 they,
  自己 himself, 大家 everyone, 别人 others, 人家 others, 谁 who, 什么 what, 哪个 which, 哪里 where, 哪儿 where,
  怎么 how, 怎样 how, 为什么 why, 多少 many, 几 several, 这 this, 那 that, 这个 this, 那个 that, 这些 these,
  那些 those, 这里 here, 这儿 here, 那里 there, 那儿 there, 这样 so, 那么 so, 这么 so, 每 every, 各 each, 某 certain,
  其他 other, 另 another, 任何 any, 一切 everything, 所有 all, 全部 all, 全 whole, 该 this, 此 this, 其 its, 一个 one,
  有的 some, 每个 each, 这种 this, 那种 that, 怎么样 how, 什么样 what
`;

export const links = `
  不 not, 没 no, 没有 without, 别 not, 给 give, 让 let, 对 to, 向 toward, 往 toward, 从 from, 到 to, 在 at, 于 in,
  以 with, 为 for, 为了 for, 跟 with, 和 and, 与 and, 及 and, 同 with, 或 or, 或者 or, 还是 or, 但 but, 但是 but,
  可是 but, 不过 however, 然而 however, 因为 because, 由于 due, 所以 therefore, 因此 therefore, 如果 if, 要是 if,
  虽然 although, 尽管 despite, 而 while, 而且 also, 并 and, 并且 and, 只有 only, 除了 except, 关于 about, 比 than,
  像 like, 按照 according, 通过 through, 根据 according, 也 also, 都 all, 就 just, 才 only, 还 still, 又 again,
  再 again, 很 very, 非常 very, 太 too, 更 more, 最 most, 已经 already, 正在 being, 曾经 once, 刚 just, 刚才 just,
  马上 soon, 一直 always, 总是 always, 常 often, 常常 often, 经常 often, 有时 sometimes, 从来 never, 也许 perhaps,
  可能 may, 一定 certainly, 当然 course, 其实 actually, 几乎 almost, 大约 about, 大概 probably, 一起 together,
  互相 each, 终于 finally, 突然 suddenly, 然后 then, 于是 then, 最后 finally, 最近 recently, 以上 above, 以下 below,
  否则 otherwise, 甚至 even, 特别 particularly, 尤其 especially, 咱 we, 各位 everyone, 本人 myself, 彼此 each,
  某些 certain, 如何 how, 为何 why, 何时 when, 何 what, 啥 what, 多么 how, 多长 long, 多大 how, 那样 that, 哪些 which,
  其中 among, 其它 other, 别的 other, 凡是 whatever, 任 any, 整 whole, 有些 some, 有人 someone, 没人 nobody,
  几个 several, 若干 several, 大多数 most, 多数 majority, 少数 minority, 部分 part, 大部分 most, 一半 half, 双方 both,
  俩 two, 唯一 only, 单 single, 一共 total, 总共 total, 共 total, 总 total, 全体 all, 仅 only, 仅仅 only, 只是 only,
  只要 if, 不只 only, 不仅 only, 不但 only, 不管 whatever, 无论 whatever, 即使 even, 就是 exactly, 就算 even, 既 both,
  既然 since, 假如 if, 若 if, 除非 unless, 然 then, 却 but, 而是 but, 反而 instead, 何况 moreover, 此外 besides,
  另外 besides, 还有 also, 以及 and, 跟着 following, 随着 with, 对于 for, 至于 regarding, 有关 regarding, 朝 toward,
  沿 along, 沿着 along, 自 from, 自从 since, 由 from, 当 when, 趁 while, 替 for, 凭 by, 按 according, 依 according,
  据 according, 离 from, 距 from, 至 to, 直到 until, 到底 finally, 究竟 exactly, 居然 actually, 竟然 actually,
  果然 indeed, 的确 indeed, 确实 indeed, 真正 truly, 实在 really, 简直 simply, 根本 basically, 基本 basic,
  绝对 absolutely, 肯定 certainly, 必 must, 必然 certainly, 未必 not, 无 no, 非 not, 未 not, 勿 not, 不必 not,
  不要 not, 不用 not, 不能 cannot, 不会 not, 不是 not, 没什么 nothing, 是否 whether, 能否 whether, 比较 rather,
  相当 quite, 十分 very, 极 extremely, 极其 extremely, 挺 quite, 够 enough, 足够 enough, 太多 much, 过于 too,
  稍 slightly, 稍微 slightly, 有点 little, 有点儿 little, 越 more, 越来越 more, 更加 more, 最为 most, 较 rather,
  略 slightly, 差不多 almost, 差点 almost, 左右 about, 约 about, 近乎 almost, 恰好 exactly, 正好 exactly, 正 just,
  正是 exactly, 仍 still, 仍然 still, 依然 still, 依旧 still, 重新 again, 再次 again, 反复 repeatedly,
  不断 constantly, 始终 always, 永远 forever, 老是 always, 往往 often, 偶尔 occasionally, 有时候 sometimes,
  时常 often, 从不 never, 从未 never, 不再 longer, 逐渐 gradually, 渐渐 gradually, 慢慢 slowly, 立刻 immediately,
  立即 immediately, 赶快 quickly, 赶紧 quickly, 快要 soon, 即将 soon, 早就 already, 早已 already, 已 already, 将 will,
  将要 will, 本来 originally, 原来 originally, 首先 first, 其次 second, 接着 then, 随后 then, 之后 after, 之前 before,
  以来 since, 以内 within, 以外 outside, 之中 among, 之一 one, 之外 outside, 同时 same, 一边 while, 一同 together,
  共同 common, 单独 alone, 独自 alone, 亲自 personally, 互 each, 分别 respectively, 各自 respective, 尽量 possible,
  尽 -, 或许 maybe, 恐怕 afraid, 难道 surely, 似乎 seems, 好像 seems, 仿佛 like, 如 like, 如同 like, 像是 like,
  例如 example, 比如 example, 譬如 example, 等等 others, 之类 such, 是的 yes, 对了 right, 好的 ok, 嗨 welcome,
  你好 welcome, 您好 welcome, 再见 leave, 谢 thank, 不客气 welcome, 没关系 ok, 喂 welcome, 哦 oh, 哎 oh, 唉 oh,
  哈哈 laugh, 欢迎 welcome, 祝 wish, 第四 fourth, 第五 fifth, 百万 million, 十万 thousand, 一百 hundred,
  一千 thousand, 一万 thousand, 两个 two, 三个 three, 倍 double, 头一 first, 末 end, 无数 numerous, 大量 large,
  少量 small, 每天 daily, 每年 annual, 每次 every, 每日 daily, 请问 please, 怎么办 what, 怎么了 what, 为什么不 why,
  不过是 only, 可不 not, 有没有 whether, 是不是 whether, 要不要 whether, 那里面 there, 这边 here, 那边 there,
  任何人 anyone, 所有人 everyone, 每个人 everyone, 人人 everyone, 谁都 everyone, 一样东西 something,
  什么都 everything, 什么也 nothing, 某人 someone, 某个 certain, 某事 something, 一直以来 always, 一点也 little,
  一点点 little, 并不 not, 并非 not, 从此 since, 因而 therefore, 因 because, 故 therefore, 且 and, 而后 then, 否 no,
  或是 or, 要么 either, 不如 rather, 宁可 rather, 与其 rather, 而不是 instead, 甚而 even, 连 even, 都会 will,
  都是 are, 还是会 still, 就会 will, 就要 will, 才能 can, 不可 cannot, 不得 must, 先 first, 不错 good,
  整句话 sentence, 整句 sentence, 不好 bad, 不大 small, 不多 few, 不久 soon, 不同于 unlike, 不足 lack, 不得不 must,
  只能 only, 只好 only, 只会 only, 只需 only, 必定 certainly, 免得 avoid, 以免 avoid, 好让 let, 以便 so, 为止 until,
  而已 only, 罢了 only, 上下 about, 前后 around, 尽快 soon, 尽早 early, 顺便 also, 随便 any, 干脆 simply, 偏偏 but,
  难怪 wonder, 再说 besides, 总之 overall, 总的来说 overall, 一般来说 generally, 据说 reportedly, 毕竟 after,
  反正 anyway, 当中 among, 起码 least, 至少 least, 顶多 most, 至多 most, 不然 otherwise, 无非 only, 照样 still,
  难道说 surely, 的话 if, 哪怕 even, 即便 even, 纵然 even, 固然 though, 尽管如此 nevertheless, 与此同时 meanwhile,
  换句话说 words, 也就是说 words, 总而言之 overall, 综上所述 overall, 事实上 actually, 实际上 actually,
  其实是 actually, 一旦 once, 只要是 if, 不论 whatever, 任凭 whatever, 除此之外 besides, 与否 whether, 大声 loud
`;

export const numerals = `
  零 zero, 〇 zero, 一 one, 二 two, 两 two, 三 three, 四 four, 五 five, 六 six, 七 seven, 八 eight, 九 nine, 十 ten,
  百 hundred, 千 thousand, 万 thousand, 亿 million, 半 half, 第一 first, 第二 second, 第三 third, 一些 some,
  一点 little, 许多 many, 很多 many, 更多 more, 不少 many, 数 number, 十一 eleven, 十二 twelve, 十五 fifteen,
  二十 twenty, 三十 thirty, 四十 forty, 五十 fifty, 三分之一 third, 一百多 hundred, 几百 hundreds, 几千 thousands,
  上千 thousands, 数百 hundreds, 数千 thousands, 成千上万 thousands
`;

export const measures = `
  头 head, 双 pair, 杯 cup, 瓶 bottle, 盘 plate, 次 time, 种 kind, 类 kind, 群 group, 队 team, 排 row, 层 floor,
  米 meters, 公里 kilometers, 公斤 kilograms, 斤 pounds, 元 yuan, 岁 aged
`;
