// Common Chinese words, each with the English word whose vector it takes: one of words.txt, so that the page can say
// where the numbers come from. This project's own list. A further word is one more entry.

const pronouns = `
  我 me, 你 you, 您 you, 他 he, 她 she, 它 it, 我们 we, 咱们 we, 你们 you, 他们 they, 她们 they, 它们 they, 自己 himself,
  大家 everyone, 别人 others, 人家 others, 谁 who, 什么 what, 哪 which, 哪个 which, 哪里 where, 哪儿 where, 怎么 how,
  怎样 how, 为什么 why, 多少 many, 几 several, 这 this, 那 that, 这个 this, 那个 that, 这些 these, 那些 those, 这里 here,
  这儿 here, 那里 there, 那儿 there, 这样 so, 那么 so, 这么 so, 每 every, 各 each, 某 certain, 其他 other, 另 another, 任何 any,
  一切 everything, 所有 all, 全部 all, 全 whole, 本 this, 该 this, 此 this, 其 its, 一个 one, 有的 some, 每个 each, 这种 this, 那种 that, 怎么样 how, 什么样 what
`;

const particles = `
  的 of, 地 of, 得 so, 了 already, 着 being, 过 been, 吗 ?, 呢 ?, 吧 ?, 啊 !, 不 not, 没 no, 没有 without, 别 not, 把 by, 被 by,
  给 give, 让 let, 对 to, 向 toward, 往 toward, 从 from, 到 to, 在 at, 于 in, 以 with, 为 for, 为了 for, 跟 with, 和 and, 与 and,
  及 and, 同 with, 或 or, 或者 or, 还是 or, 但 but, 但是 but, 可是 but, 不过 however, 然而 however, 因为 because, 由于 due,
  所以 therefore, 因此 therefore, 如果 if, 要是 if, 虽然 although, 尽管 despite, 而 while, 而且 also, 并 and, 并且 and,
  只有 only, 除了 except, 关于 about, 比 than, 像 like, 按照 according, 通过 through, 根据 according, 也 also, 都 all, 就 just,
  才 only, 还 still, 又 again, 再 again, 很 very, 非常 very, 太 too, 更 more, 最 most, 只 only, 已经 already, 正在 being, 曾经 once,
  刚 just, 刚才 just, 马上 soon, 一直 always, 总是 always, 常 often, 常常 often, 经常 often, 有时 sometimes, 从来 never, 也许 perhaps,
  可能 may, 一定 certainly, 当然 course, 其实 actually, 几乎 almost, 大约 about, 大概 probably, 一起 together, 互相 each,
  终于 finally, 突然 suddenly, 然后 then, 于是 then, 最后 finally, 最近 recently, 以上 above, 以下 below, 否则 otherwise, 甚至 even, 特别 particularly, 尤其 especially
`;

const numerals = `
  零 zero, 〇 zero, 一 one, 二 two, 两 two, 三 three, 四 four, 五 five, 六 six, 七 seven, 八 eight, 九 nine, 十 ten, 百 hundred, 千 thousand,
  万 thousand, 亿 million, 半 half, 第一 first, 第二 second, 第三 third, 一些 some, 一点 little, 许多 many, 很多 many, 更多 more, 不少 many, 数 number
`;

const measures = `
  个 piece, 位 person, 条 strip, 张 sheet, 头 head, 匹 horse, 辆 vehicle, 台 machine, 座 building, 间 room,
  件 piece, 双 pair, 副 pair, 块 block, 片 piece, 杯 cup, 瓶 bottle, 盘 plate, 支 stick, 根 stick, 棵 tree, 朵 flower, 颗 grain,
  粒 grain, 封 letter, 首 song, 篇 article, 部 film, 场 game, 次 time, 遍 times, 种 kind, 类 kind, 群 group, 队 team,
  排 row, 层 floor, 米 meters, 公里 kilometers, 公斤 kilograms, 斤 pounds, 元 yuan, 岁 aged, 名 name, 顿 meal, 艘 ship, 架 aircraft
`;

const people = `
  人 person, 人们 people, 男人 man, 女人 woman, 男 male, 女 female, 孩子 child, 小孩 child, 儿童 children, 婴儿 baby, 男孩 boy, 女孩 girl,
  家 home, 家庭 family, 父亲 father, 爸爸 father, 母亲 mother, 妈妈 mother, 父母 parents, 儿子 son, 女儿 daughter, 哥哥 brother, 弟弟 brother,
  兄弟 brothers, 姐姐 sister, 妹妹 sister, 爷爷 grandfather, 奶奶 grandmother, 丈夫 husband, 妻子 wife, 太太 wife, 叔叔 uncle, 朋友 friend,
  同学 students, 同事 colleagues, 邻居 neighbors, 老师 teacher, 教师 teacher, 学生 student, 校长 principal, 教授 professor, 医生 doctor,
  护士 nurse, 病人 patient, 警察 police, 士兵 soldier, 军人 soldier, 工人 worker, 农民 farmer, 司机 driver, 老板 boss, 经理 manager,
  律师 lawyer, 法官 judge, 记者 reporter, 作家 writer, 诗人 poet, 歌手 singer, 演员 actor, 导演 director, 画家 painter, 艺术家 artist,
  科学家 scientist, 工程师 engineer, 国王 king, 王后 queen, 女王 queen, 王子 prince, 公主 princess, 皇帝 emperor, 总统 president,
  主席 chairman, 总理 premier, 部长 minister, 市长 mayor, 领导 leader, 英雄 hero, 敌人 enemy, 客人 guests, 主人 owner, 顾客 customer,
  先生 mr, 小姐 miss, 女士 lady, 老人 elderly, 青年 youth, 名字 name
`;

const nature = `
  动物 animal, 猫 cat, 小猫 cat, 狗 dog, 小狗 dog, 马 horse, 牛 cow, 羊 sheep, 鸡 chicken, 鸭 duck, 鸟 bird, 鱼 fish, 老鼠 mouse,
  鼠 mouse, 老虎 tiger, 虎 tiger, 狮子 lion, 熊 bear, 狼 wolf, 龙 dragon,
  蝴蝶 butterfly, 树 tree, 花 flower, 草 grass, 叶子 leaves, 种子 seed, 植物 plants, 森林 forest, 山 mountain, 河 river,
  江 river, 湖 lake, 海 sea, 大海 ocean, 海洋 ocean, 岛 island, 水 water, 火 fire, 土 soil, 土地 land, 地上 ground, 大地 earth, 石头 stone, 沙 sand, 金 gold,
  银 silver, 铁 iron, 木 wood, 天 sky, 天空 sky, 太阳 sun, 月亮 moon, 星星 stars, 星 star, 地球 earth, 世界 world, 空气 air, 风 wind,
  雨 rain, 雪 snow, 云 cloud, 雷 lightning, 冰 ice, 天气 weather, 自然 nature, 光 light, 影子 shadow, 声音 sound, 颜色 color
`;

const things = `
  东西 things, 食物 food, 饭 meal, 早饭 breakfast, 午饭 lunch, 晚饭 dinner, 米饭 rice, 面包 bread, 肉 meat, 牛肉 beef, 鸡蛋 eggs, 蛋 egg,
  菜 vegetables, 蔬菜 vegetables, 水果 fruit, 苹果 apple, 糖 sugar, 盐 salt, 油 oil, 汤 soup, 蛋糕 cake, 奶酪 cheese,
  牛奶 milk, 奶 milk, 茶 tea, 咖啡 coffee, 酒 wine, 啤酒 beer, 果汁 juice, 衣服 clothes, 裤子 pants, 裙子 dress, 衬衫 shirt, 鞋 shoes, 鞋子 shoes,
  帽子 hat, 包 bag, 钱 money, 美元 dollars, 房子 house, 房间 room, 门 door, 窗户 window, 窗 window, 墙 wall, 桌子 table,
  椅子 chair, 床 bed, 灯 light, 杯子 cup, 瓶子 bottle, 碗 bowl, 刀 knife, 钥匙 key, 箱子 box, 盒子 box, 书 book, 纸 paper, 笔 pen,
  报纸 newspaper, 杂志 magazine, 信 letter, 字 word, 词 word, 句子 sentence, 故事 story, 小说 novel, 诗 poem, 画 painting, 照片 photo,
  图片 picture, 地图 map, 电影 film, 电视 television, 音乐 music, 歌 song, 歌曲 song, 钢琴 piano, 吉他 guitar, 舞 dance, 电话 phone,
  手机 phone, 电脑 computer, 计算机 computer, 网络 network, 软件 software, 机器 machine, 相机 camera, 车 car, 汽车 car, 火车 train,
  公交车 bus, 自行车 bicycle, 飞机 plane, 船 ship, 枪 gun, 药 medicine, 礼物 gift, 奖 prize, 奖杯 trophy, 球 ball, 足球 soccer, 篮球 basketball, 玩具 toy
`;

const places = `
  地方 place, 国家 country, 首都 capital, 中国 china, 美国 america, 英国 britain, 法国 france, 德国 germany, 日本 japan, 俄罗斯 russia, 印度 india,
  意大利 italy, 北京 beijing, 上海 shanghai, 香港 hong, 伦敦 london, 巴黎 paris, 柏林 berlin, 东京 tokyo, 莫斯科 moscow, 纽约 york, 罗马 rome,
  亚洲 asia, 欧洲 europe, 非洲 africa, 城市 city, 市 city, 村 village, 村庄 village, 农村 rural, 街 street, 街道 street, 路 road, 桥 bridge,
  公园 park, 花园 garden, 学校 school, 大学 university, 教室 classroom, 图书馆 library, 图书 books, 馆 hall, 医院 hospital, 银行 bank, 商店 shop, 超市 store,
  市场 market, 饭店 restaurant, 餐厅 restaurant, 酒店 hotel, 机场 airport, 车站 station, 工厂 factory, 公司 company, 办公室 office, 厨房 kitchen,
  教堂 church, 博物馆 museum, 监狱 prison, 法院 court, 东 east, 南 south, 西 west, 北 north, 东方 east, 西方 west, 左 left, 右 right, 上 on,
  上面 above, 下面 below, 前 before, 前面 front, 后 after, 后面 behind, 里 inside, 里面 inside, 中 among, 外 outside, 外面 outside,
  边 side, 旁边 beside, 附近 near, 中间 middle, 之间 between, 远 far, 近 near
`;

const times = `
  时间 time, 时候 when, 现在 now, 今天 today, 明天 tomorrow, 昨天 yesterday, 今年 year, 去年 last, 明年 next, 年 year, 月 month, 日 day,
  星期 week, 周 week, 小时 hour, 分钟 minutes, 秒 seconds, 早上 morning, 上午 morning, 中午 noon, 下午 afternoon, 晚上 evening, 夜 night,
  夜里 night, 春天 spring, 夏天 summer, 秋天 autumn, 冬天 winter, 星期一 monday, 星期二 tuesday, 星期三 wednesday, 星期四 thursday,
  星期五 friday, 星期六 saturday, 星期日 sunday, 周末 weekend, 以前 before, 以后 after, 后来 later, 将来 future, 未来 future, 过去 past, 历史 history,
  生日 birthday, 节日 festival, 世纪 century
`;

const ideas = `
  身体 body, 头发 hair, 脸 face, 眼睛 eyes, 眼 eye, 耳朵 ear, 鼻子 nose, 嘴 mouth, 手 hand, 脚 foot, 腿 leg, 心 heart, 血 blood, 皮肤 skin,
  骨 bone, 病 disease, 健康 health, 生命 life, 生活 life, 死亡 death, 爱 love, 爱情 love, 友谊 friendship, 幸福 happy, 快乐 happy,
  悲伤 sad, 希望 hope, 梦 dream, 恐惧 fear, 愤怒 anger, 思想 thought, 想法 idea, 意思 meaning, 问题 problem, 答案 answer, 原因 reason,
  结果 result, 方法 method, 办法 way, 机会 chance, 经验 experience, 知识 knowledge, 教育 education, 科学 science, 技术 technology,
  数学 mathematics, 物理 physics, 化学 chemistry, 艺术 art, 文化 culture, 语言 language, 中文 chinese, 英语 english, 汉语 chinese, 经济 economy,
  政治 politics, 政府 government, 法律 law, 社会 society, 军队 army, 战争 war, 和平 peace, 自由 freedom, 权利 rights, 选举 election,
  新闻 news, 信息 information, 消息 news, 工作 work, 任务 task, 计划 plan, 项目 project, 会议 meeting, 比赛 match, 游戏 game,
  运动 sports, 考试 examination, 作业 assignment, 课 lesson, 旅行 travel, 价格 price, 成本 cost, 贸易 trade, 宗教 religion, 上帝 god,
  注意力 attention, 注意 attention, 模型 model, 机制 mechanism, 数据 data, 词语 words, 查询 search, 键 key,
  值 value, 输入 input, 输出 output, 位置 position, 序列 sequence, 距离 distance, 方向 direction, 力 force, 能量 energy
`;

const verbs = `
  是 is, 有 have, 叫 called, 做 do, 作 do, 干 do, 成为 become, 变 change, 变成 become, 来 come, 去 go, 走 walk, 跑 run, 跳 jump, 飞 fly,
  飞行 flying, 游泳 swimming, 坐 sit, 站 stand, 躺 lying, 睡 sleep, 睡觉 sleep, 起床 wake, 吃 eat, 喝 drink, 看 look, 看见 see, 看到 see, 见 see,
  听 listen, 听见 hear, 说 say, 说话 speak, 讲 tell, 告诉 tell, 问 ask, 回答 answer, 读 read, 写 write, 唱 sing, 唱歌 singing,
  跳舞 dancing, 笑 laugh, 哭 cry, 想 think, 认为 believe, 觉得 feel, 知道 know, 认识 know, 明白 understand, 懂 understand, 理解 understand,
  记得 remember, 忘 forget, 忘记 forget, 学 learn, 学习 learn, 教 teach, 研究 study, 喜欢 like, 讨厌 hate, 恨 hate, 怕 afraid, 害怕 afraid,
  担心 worried, 相信 believe, 要 want, 想要 want, 愿意 willing, 需要 need, 会 will, 能 can, 能够 able, 可以 can, 应该 should, 必须 must,
  开始 begin, 结束 end, 停 stop, 停止 stop, 继续 continue, 完成 complete, 打 hit, 打开 open, 开 open, 关 close, 关闭 closed, 拿 take,
  放 put, 带 bring, 得到 get, 送 send, 收 receive, 收到 received, 找 find, 找到 found, 用 use, 使用 use, 买 buy, 卖 sell, 付 pay, 花钱 spend,
  借 loan, 还给 return, 回 return, 回来 back, 回家 home, 离开 leave, 到达 arrive, 进 enter, 进入 enter, 出 out, 出去 out, 出来 out, 等 wait,
  帮 help, 帮助 help, 住 live, 活 alive, 死 dead, 生 born, 出生 born, 长 long, 长大 grow, 穿 wear, 戴 wearing, 洗 clean, 做饭 cook, 煮 cook,
  玩 play, 赢 win, 输 lose, 赢得 won, 丢 lost, 追 chase, 抓 catch, 抓住 catch, 骑 ride, 开车 drive, 推 push, 拉 pull,
  举 lift, 切 cut, 建 build, 建造 build, 保护 protect, 攻击 attack, 杀 kill, 救 save, 改变 change, 增加 increase, 减少 reduce, 发现 discovered,
  发生 happen, 出现 appear, 选择 choose, 决定 decide, 同意 agree, 反对 opposed, 支持 support, 谢谢 thank, 感谢 thank, 请 please, 对不起 sorry,
  结婚 married, 掉 fall, 落 fall, 弹 play, 踢 kick, 读书 read, 走走 walk, 使 make, 令 make, 讨论 discuss, 参加 attend, 组织 organization, 提高 improve, 准备 prepare, 努力 effort, 成功 success, 失败 failure, 下雨 rain, 下雪 snow, 照顾 care, 属于 belong, 变化 changes
`;

const qualities = `
  好 good, 坏 bad, 大 big, 小 small, 多 many, 少 few, 高 high, 低 low, 矮 short, 短 short, 宽 wide, 窄 narrow, 厚 thick, 薄 thin, 深 deep,
  重 heavy, 轻 light, 快 fast, 慢 slow, 早 early, 晚 late, 新 new, 旧 old, 老 old, 年轻 young, 热 hot, 冷 cold, 暖 warm, 温暖 warm,
  凉 cool, 干净 clean, 脏 dirty, 湿 wet, 强 strong, 弱 weak, 硬 hard, 软 soft, 美 beautiful, 美丽 beautiful, 漂亮 beautiful, 丑 ugly,
  聪明 smart, 高兴 happy, 开心 happy, 难过 sad, 生气 angry, 累 tired, 饿 hungry, 忙 busy, 安静 quiet, 安全 safe,
  危险 dangerous, 容易 easy, 简单 simple, 难 difficult, 困难 difficult, 复杂 complex, 重要 important, 有名 famous, 著名 famous, 有趣 interesting, 有意思 interesting, 暖和 warm, 最好 best,
  奇怪 strange, 真 true, 假 false, 真的 really, 错 wrong, 正确 correct, 一样 same, 不同 different, 贵 expensive, 便宜 cheap, 富 rich,
  穷 poor, 满 full, 空 empty, 红 red, 红色 red, 黄 yellow, 黄色 yellow, 蓝 blue, 蓝色 blue, 绿 green, 绿色 green, 黑 black, 黑色 black,
  白 white, 白色 white, 灰 gray, 紫 purple, 甜 sweet, 苦 bitter, 善良 kind, 勇敢 bold, 诚实 honest, 友好 friendly,
  健壮 strong, 明亮 bright, 黑暗 dark, 清楚 clear, 完全 completely, 整个 entire, 主要 main, 特殊 special, 普通 ordinary, 公共 public
`;

const groups = [
  pronouns,
  particles,
  numerals,
  measures,
  people,
  nature,
  things,
  places,
  times,
  ideas,
  verbs,
  qualities,
];

const entries = (group: string): string[][] => group.split(',').map((entry) => entry.trim().split(' '));

/** Chinese word → English word. */
export const chinese: ReadonlyMap<string, string> = new Map(groups.flatMap(entries) as [string, string][]);

// What word splitting often leaves attached to a word without giving it another meaning: 累了 is 累, 很好 is 好 …
export const chineseEnds: ReadonlySet<string> = new Set('了着过在到们的得完边里上');
export const chineseStarts: ReadonlySet<string> = new Set('很太最更');

// … and 一只 is 一, 那条 is 那. After other words a measure word is part of the name: 球队 is no 球.
const wordsOf = (group: string) => entries(group).map(([word]) => word as string);
export const chineseCounts: ReadonlySet<string> = new Set([...wordsOf(numerals), ...'这那哪每几某各']);
export const chineseMeasures: ReadonlySet<string> = new Set([...wordsOf(measures), ...'只本把']);
