import { html } from 'lit';
import type { Source } from '../model/embedding';
import { editWords } from './edit';
import { reasonIn } from './reasons';

// Every sentence of the page. Sentences about a token receive its name, already safe to show.
// Code names (scores, attention_weights, num_steps …) stay as they are in every language.
export const en = {
  title: 'Look inside attention',
  heading: 'How one word reads a whole sentence',
  lede: html`Each word looks at all the others and takes a share of what every one of them holds. Below is every number
    of that, and the sum behind each number. Touch any of them, or write a sentence of your own.`,
  asks: (question: unknown, task: unknown) =>
    html`<b class="question">${question}</b> ${task} Below is every number a small model used, and the sum behind each
      one. Touch any of them.`,
  skip: 'Skip to the figure',
  placesName: 'Parts of the page',
  places: {
    figure: 'Figure',
    'lesson-title': 'Lesson',
    large: 'Long texts',
    proof: 'Proof',
    takeaway: 'Take away',
    bring: 'Bring your own',
  },
  language: 'Language',
  theme: { auto: 'Light or dark: as the system', light: 'Light', dark: 'Dark' },

  reader: 'Which word reads',
  readsMost: (token: unknown) => html`Where ${token} gets its content`,
  nothingRead: 'Nothing: every key is forbidden to it.',
  askAhead: 'Would it read the same if no word could look ahead?',
  hideAhead: 'Hide what comes after',
  showAhead: 'Let words look ahead again',
  untrained: html`<b>Untrained</b>: these weights mean nothing yet. They are drawn from a seed; what is true is the
    arithmetic.`,
  identical: html`<b>Identity</b>: queries, keys and values are the rows of X themselves, so words attend to those whose
    vectors are like their own.`,
  says: (token: unknown) => html`What ${token} says`,
  saysElsewhere: (sentence: number, token: unknown) => html`What ${token} of sentence ${sentence} says`,
  rowAfterRow: 'Row after row:',
  stillSays: (answer: string) => html`Still <i class="set-off">${answer}</i>.`,
  nowSays: (before: string, now: string) =>
    html`Before, <i class="set-off">${before}</i>; now, <i class="set-off">${now}</i>.`,
  sameAhead: (token: unknown) => html`Nothing that ${token} may read comes after it: it reads as before.`,
  putBack: 'Put it back',

  examples: {
    name: 'Examples',
    example: 'Example',
    all: 'all examples',
    own: 'write your own sentence',
    batch: 'Sentences of the batch',
    sentence: (number: number) => `sentence ${number}`,
    group: { en: 'In English', zh: 'In Chinese' },
  },
  facts: {
    trained: html`<b>Trained</b>:`,
    untrained: html`<b>Untrained</b>: these weights mean nothing yet;`,
    parameters: (attention: number, all: number, seed: number) =>
      `${attention} attention parameters of ${all}, seed ${seed}`,
    tested: (count: number) => `tested on ${count.toLocaleString('en')} cases it never saw:`,
    right: 'right answers',
    onToken: (many: boolean): string =>
      many ? 'largest weight of each head on the right word' : 'largest weight on the right word',
    line: (right: string, onToken: string, seed: number, parameters: number) =>
      `right answers ${right}, largest weight on the right word ${onToken}, seed ${seed}, ${parameters} parameters`,
    untrainedLine: (seed: number, parameters: number) => `untrained, seed ${seed}, ${parameters} parameters`,
  },
  source: (found: Source) => {
    switch (found.source) {
      case 'word':
        return 'word';
      case 'translation':
        return `from ${found.word}`;
      case 'random':
        return 'random vector';
      case 'particle':
        return 'particle, random';
      case 'measure':
        return 'measure word, random';
      default:
        return '';
    }
  },
  vectorOf: (found: Source, token: unknown) => {
    switch (found.source) {
      case 'word':
        return html`The vector of ${token}, learned from how the word is used (GloVe).`;
      case 'translation':
        return html`${token} has the vector of the English word ${found.word} (GloVe).`;
      case 'table':
        return found.deep
          ? html`The model’s own vector of ${token}, and what its depth in brackets adds.`
          : html`The model’s own vector of ${token}.`;
      case 'given':
        return html`The row of ${token}, as it came in.`;
      case 'particle':
        return html`${token} is a particle, which no English word means: its vector is random, drawn from a seed made of
          its letters.`;
      case 'measure':
        return html`${token} is a measure word, which no English word means: its vector is random, drawn from a seed made
          of its letters.`;
      default:
        return html`${token} is not among the known words: its vector is random, drawn from a seed made of its letters.`;
    }
  },
  empty: 'Type a word to begin.',

  write: 'Your sentence',
  writeHint: 'Every token is one row; under it stands whose vector it has. <pad> fills up and is not read.',
  split: 'Split into',
  splits: { word: 'words', character: 'characters', space: 'what spaces divide' },
  tokens: (count: number) => (count === 1 ? '1 token.' : `${count} tokens.`),
  tooManyTokens: (limit: number, count: number) =>
    `${limit} tokens is the most this page takes; this is ${count}. The picture still shows what was there before.`,
  tooManyCharacters: (limit: number, count: number) =>
    `${limit} characters is the most this page takes; this is ${count}. The picture still shows what was there before.`,
  engineFailed: (error: unknown) =>
    `The numbers could not be computed, so none are shown. The engine said: ${reasonIn('en', error)} Reload the page, or try a browser with WebAssembly SIMD.`,

  edit: editWords.en,
  controls: 'What can be changed',
  numHiddens: 'hidden size',
  numHeads: 'heads',
  validLen: 'valid length',
  causal: 'No looking ahead',
  position: 'Add positions to X',
  identity: 'Identity projections',
  seed: 'seed of the weights',
  nextSeed: 'Next seed',

  stepper: 'Stages of the formula',
  previous: 'Previous stage',
  next: 'Next stage',
  play: 'Play the stages',
  stop: 'Stop playing',
  absent: 'switched off',
  steps: {
    input: { stop: 'input', title: 'Input' },
    project: { stop: 'project', title: 'Project' },
    match: { stop: 'match', title: 'Match' },
    scale: { stop: 'scale', title: 'Scale' },
    mask: { stop: 'mask', title: 'Mask' },
    share: { stop: 'share', title: 'Share' },
    drop: { stop: 'drop', title: 'Drop' },
    gather: { stop: 'gather', title: 'Gather' },
    join: { stop: 'join', title: 'Join' },
    mix: { stop: 'mix', title: 'Mix' },
  },
  say: {
    input: html`Each token is a row of numbers, its vector; the same token always gets the same one. So far no row knows
      of any other.`,
    inputPlaced: html`Each row is the vector of a token plus what its place in the sentence adds. So far no row knows of
      any other.`,
    inputBelow: html`Each row is what a layer below made of its token: that layer has already read the others once.`,
    project: html`Three tables of parameters turn every row of X into a <b class="q">query</b> (what I look for), a
      <b class="k">key</b> (how I am found) and a <b class="v">value</b> (what I hand over). Rows do not mix here.`,
    match: html`Every <b class="q">query</b> row meets every <b class="k">key</b> column: multiply in pairs, then add. A
      large score means that this key answers this query.`,
    scale: (
      size: number,
      root: string,
    ) => html`Each score is divided by √d, here √${size} = ${root}, because long vectors
      make large sums. Which score is largest does not change.`,
    maskNone: html`Here pairs can be forbidden; at present none is. Shorten the valid length or forbid looking ahead, and
      holes appear.`,
    mask: (holes: number, pairs: number) => html`${holes} of ${pairs} pairs are forbidden. A forbidden pair is not a low
      score but a hole: it is never read.`,
    share: html`Softmax turns each row into <b class="t">shares</b> that add up to 1. A forbidden place gets exactly 0, not
      almost.`,
    drop: (
      p: number,
    ) => html`Each share is dropped with probability ${p}; those that stay are divided by ${(1 - p).toFixed(2)}, so that rows
      keep their sum on average. It is used in training only.`,
    scaleSet: (scale: string) => html`Each score is multiplied by ${scale}, which was set by hand, in place of 1/√d.`,
    capped: (cap: number) => html` Then it is bent into ±${cap} by tanh.`,
    gather: (rows: number) => html`Each row collects the <b class="v">values</b> by its shares and adds them up. ${rows}
      rows in, ${rows} rows out.`,
    join: (heads: number, size: number) => html`The ${heads} heads are laid side by side. Nothing is computed: ${heads}
      times ${size} numbers make one row again.`,
    mix: html`W_o lets the heads meet: every number of the output is a sum over all of them. The shape is that of X.`,
  },

  figure: 'The figure',
  names: { X: 'input', Q: 'queries', K: 'keys', V: 'values' } as Record<string, string>,
  turns: 'K turns: rows become columns',
  rowSum: 'Σ row',
  columnsOf: (from: number, to: number) => `columns ${from}–${to}`,
  heads: 'Heads',
  fanOut: 'fan out',
  stack: 'stack',
  head: (head: number) => `head ${head}`,

  legend: 'How to read the picture',
  legendBars: 'One row of bars is one vector: up is positive, down is negative.',
  legendPair: 'A coloured cell is the score of one pair, in W a parameter: orange below zero, teal above.',
  legendScale: (extent: number) =>
    html`The scale of a matrix: the deepest colour, or the tallest bar, is −${extent} or ${extent}.`,
  legendShare: 'A share of attention, from 0 to 1.',
  legendLog: 'logarithmic',
  masks: { padding: 'padding', causal: 'looking ahead', window: 'the window', hand: 'hand' },
  legendHole: (name: string) => `Forbidden (${name}): never read.`,

  inspector: 'Where this number comes from',
  runningSum: 'running sum',
  others: (count: number, sum: string) => `${count} others, together ${sum}`,
  total: 'together',
  path: 'The path of this pair',
  because: {
    Q: (token: unknown, col: number, of: string) => html`Row ${token} of ${of} meets column ${col} of W_q.`,
    K: (token: unknown, col: number, of: string) => html`Row ${token} of ${of} meets column ${col} of W_k.`,
    V: (token: unknown, col: number, of: string) => html`Row ${token} of ${of} meets column ${col} of W_v.`,
    scores: (query: unknown, key: unknown) =>
      html`Row ${query} of <i>Q</i> meets column ${key} of <i>K</i><sup>⊤</sup>.`,
    scaled: (size: number) => html`The score, divided by √${size}.`,
    open: 'Allowed: the number passes unchanged.',
    forbidden: (names: string[]) => `Forbidden by ${names.join(' and ')}. It is never read.`,
    shares: (query: unknown) => html`Row ${query}: subtract the largest, exponentiate, divide by the sum.`,
    exactlyZero: (names: string[]) => `Exactly 0, never read: forbidden by ${names.join(' and ')}.`,
    noKey: 'No key is allowed in this row, so all its shares are exactly 0.',
    gathered: (query: unknown, col: number) => html`The shares of ${query} weigh column ${col} of <i>V</i>.`,
    mixed: (query: unknown, col: number) => html`Row ${query} of concat meets column ${col} of W_o.`,
    copied: (head: number) => `Taken over from head ${head}, unchanged.`,
    parameter: (seed: number) => `A parameter, drawn from seed ${seed}. Untrained: it means nothing yet.`,
    learned: 'A parameter, learned in training.',
    identity: 'Of an identity: 1 on the diagonal, 0 elsewhere. It hands each row on unchanged.',
    below: 'The output of a layer below, which reads the same sentence under the same masks.',
    position: html`Its position is added.`,
  },
  columns: {
    key: 'key',
    masked: 'masked',
    shifted: '− max',
    exp: 'exp',
    share: 'share',
    bar: 'as a bar',
    term: 'term',
  },
  unread: 'unread',
  row: 'The numbers of this row',
  vector: 'vector',
  positionPart: 'position',
  knots: { mask: 'mask', allowed: 'allowed', forbidden: 'forbidden', share: 'share' },

  code: 'The same thing in PyTorch',
  codeSay:
    'The same steps as functions, and beside each what the lesson calls it. Code is coloured by what it holds; the lit line is the stage you are looking at.',
  codeLesson: 'in the lesson',
  codeNote: html`The lesson’s variable <code translate="no">scores</code> is already divided by √d: that is <code translate="no">scaled</code> here.`,

  signs: 'Eight signs, one meaning each',
  sign: {
    scalar: 'a number',
    vector: 'a vector: one token',
    matrix: 'a matrix',
    head: 'heads: a stack of sheets',
    mask: 'forbidden',
    selection: 'selected',
    flow: 'flow: one thread, one row',
    change: 'changed: the corner shows what it was',
  },

  keys: 'Keys',
  keysHint: 'Press ? for keys',
  close: 'Close',
  keyList: [
    ['Tab', 'to the next matrix'],
    ['← ↑ → ↓', 'to the next cell'],
    ['Home End', 'to the ends of a row; with Ctrl, of the matrix'],
    ['Page Up, Page Down', 'to the same cell one stage back or on'],
    ['Enter, Esc', 'into the explanation, and back'],
    ['[ ]', 'one stage of the formula back or on'],
    [', .', 'one head back or on'],
    ['E', 'change the selected number'],
    ['M', 'forbid the selected pair, or allow it'],
    ['Ctrl Z, Shift Ctrl Z', 'undo, redo'],
    ['?', 'this list'],
  ],
  announce: {
    pair: (stage: string, query: string, key: string, value: string) =>
      `${stage}, query ${query}, key ${key}, ${value}`,
    vector: (stage: string, token: string, col: number, value: string) => `${stage}, ${token}, column ${col}, ${value}`,
    parameter: (stage: string, row: number, col: number, value: string) =>
      `${stage}, row ${row}, column ${col}, ${value}`,
    forbidden: (names: string[]) => `forbidden by ${names.join(' and ')}`,
  },
  computedBy: (variant: string, threads: number) =>
    `Computed on this machine by the ${variant} WebAssembly core, ${threads === 1 ? 'one thread' : `${threads} threads`}. Nothing is sent anywhere.`,
  loading: 'The core is being loaded.',
};

export type Dictionary = typeof en;
