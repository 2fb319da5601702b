// What can be taken away. Programs are run and print the same numbers; files come back as they were; and no token,
// whatever it says, ends the string, the cell or the element it stands in.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type LayerOptions, loadWasm, type Tensor } from 'xattention';
import { readTable } from '../../web/page/files/csv.js';
import { toCsv } from '../../web/page/model/export/csv.js';
import { javascriptProgram } from '../../web/page/model/export/javascript.js';
import { toJson } from '../../web/page/model/export/json.js';
import { nested, quoted } from '../../web/page/model/export/literals.js';
import { numpyProgram } from '../../web/page/model/export/numpy.js';
import { pytorchProgram } from '../../web/page/model/export/pytorch.js';
import { type Drawing, escapeXml, toSvg } from '../../web/page/model/export/svg.js';
import { type Recipe, recipeOf, type Source } from '../../web/page/model/recipe.js';
import { type Stage, type StageName, stagesOf } from '../../web/page/model/stages.js';

const engine = await loadWasm();
// The package is found by its name from inside of it.
const folder = fileURLToPath(new URL('../../build/exports', import.meta.url));
mkdirSync(folder, { recursive: true });

const dangerous = [
  '</script><script>alert(1)</script>',
  '<!--',
  '__proto__',
  '"""',
  "'''",
  '\\',
  '$\u007bx}`',
  '{x}',
  '%s',
  '=1+1',
  '#',
  '\u2028',
  '\u202e',
  '\ud83d',
  '\0',
  'line\nbreak\r',
  '👩‍🚀',
  '猫',
  '\u00a0',
  ']]>',
];

function source(
  tokens: string[],
  numHiddens: number,
  numHeads: number,
  options: LayerOptions = {},
  edit?: number,
): Source {
  using layer =
    numHeads > 1
      ? engine.multiHeadAttention({ numHiddens, numHeads, seed: 5, init: 'xavier' })
      : engine.selfAttention({ numHiddens, seed: 5, init: 'xavier' });
  const data = Float32Array.from({ length: tokens.length * numHiddens }, (_, i) => Math.sin(3 * i + 1) * 2);
  if (edit !== undefined) data[1] = edit;
  const stages = layer.trace({ data, shape: [1, tokens.length, numHiddens] }, options);
  const sizes = {
    batchSize: 1,
    numSteps: tokens.length,
    numKvPairs: tokens.length,
    numHiddens,
    numHeads,
    numKvHeads: numHeads,
  };
  const scoring = { scale: null, softcap: 0, dropout: 0, dropoutSeed: 0, edits: [] };
  return {
    inputs: { sentences: [tokens], sources: null, ...scoring },
    ...sizes,
    reads: 'itself',
    drops: false,
    stages,
  };
}

const sources: Record<string, Source> = {
  'one head': source(['the', 'cat', 'sat'], 4, 1),
  'two heads, a mask, tokens that would break out': source(dangerous, 4, 2, { causal: true }),
  'rows that may read nothing': source(['a', 'b', 'c'], 3, 1, {
    drop: [
      [true, true, true],
      [false, true, false],
      [true, true, true],
    ],
  }),
  'one token of one number': source(['alone'], 1, 1, { validLens: [0] }),
  'many heads and rows': source(
    Array.from({ length: 40 }, (_, i) => `w${i}`),
    16,
    4,
    { validLens: [33] },
  ),
  'a number that is none': source(['a', 'b'], 2, 1, { causal: true }, Number.NaN),
};
const recipe = (name: string): Recipe => recipeOf(sources[name] as Source) as Recipe;

/** Each stage a program printed, by its name, and the tokens it held. */
type Printed = Map<string, number[]>;

function parse(output: string): Printed {
  const printed: Printed = new Map();
  for (const section of output.split(/^(?=[A-Za-z_]+ \([\d, ]+\)$)/m)) {
    const [heading = '', ...lines] = section.split('\n');
    const texts = lines.join(' ').match(/-?(?:nan|infinity|inf|\d+\.?\d*(?:e[+-]?\d+)?)/gi) ?? [];
    const numbers = texts.map((text) =>
      Number(
        text
          .toLowerCase()
          .replace(/inf(inity)?/, 'Infinity')
          .replace('nan', 'NaN'),
      ),
    );
    printed.set(heading.split(' ')[0] as string, numbers);
  }
  return printed;
}

/** Half of the last printed place, and what float32 sums in another order may differ by. */
function expectSame(printed: Printed, source: Source): void {
  const { stages } = source;
  const computed = [...stagesOf(source).values()].filter(({ kind, name }) => kind !== 'parameter' && name !== 'X');
  for (const { name, code } of computed) {
    const wanted = [...(stages[name] as Tensor).data];
    const got = printed.get(code) ?? printed.get(name) ?? [];
    expect(got, name).toHaveLength(wanted.length);
    for (const [i, value] of wanted.entries()) {
      if (Number.isFinite(value)) expect(Math.abs((got[i] as number) - value), `${name} ${i}`).toBeLessThan(6e-5);
      else expect(got[i], `${name} ${i}`).toBe(value);
    }
  }
}

describe('in JavaScript', () => {
  test.each(Object.keys(sources))('%s', async (name) => {
    const file = `${folder}/${name.replace(/\W+/g, '-')}.mjs`;
    writeFileSync(file, `${javascriptProgram(recipe(name))}\nconsole.log('tokens', JSON.stringify(tokens));\n`);
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    const [numbers = '', tokens = ''] = stdout.split('\ntokens ');
    expect(JSON.parse(tokens)).toEqual(sources[name]?.inputs.sentences[0]);
    expectSame(parse(numbers), sources[name] as Source);
  });
});

/** The Python that has this library; distributions put theirs where another one may come first. */
function pythonWith(library: string): string | undefined {
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', `import ${library}`], { timeout: 50_000 }).status === 0,
  );
}

/** All programs in one process: loading a library takes far longer than they do. */
const runner = `
import json, runpy, sys
for path in sys.argv[1:]:
    end = runpy.run_path(path)
    print("tokens", json.dumps(end["tokens"]))
    print("----")
`;

const libraries: [library: string, program: (recipe: Recipe) => string][] = [
  ['numpy', numpyProgram],
  ['torch', pytorchProgram],
];

describe.each(libraries)('in Python with %s', (library, program) => {
  test('prints the same numbers', { timeout: 180_000 }, async ({ skip }) => {
    const python = pythonWith(library);
    skip(python === undefined, `python3-${library} is not installed`);
    const files = Object.keys(sources).map((name) => {
      const file = `${folder}/${library}-${name.replace(/\W+/g, '-')}.py`;
      writeFileSync(file, program(recipe(name)));
      return file;
    });
    const { stdout, stderr } = await promisify(execFile)(python as string, ['-c', runner, ...files], {
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    });
    expect(stderr).not.toContain('Warning');
    const outputs = stdout.split('\n----\n');
    for (const [i, each] of Object.values(sources).entries()) {
      const [numbers = '', tokens = ''] = (outputs[i] ?? '').split('\ntokens ');
      expect(JSON.parse(tokens)).toEqual(each.inputs.sentences[0]);
      expectSame(parse(numbers), each);
    }
  });
});

describe('literals', () => {
  const words = { nan: 'NaN', infinity: 'Infinity' };

  test('numbers come back exactly, in their shape', () => {
    const data = Float32Array.of(0.1, -1e-40, 3.4e38, 1 / 3, Number.NaN, Number.NEGATIVE_INFINITY);
    const text = nested({ data, shape: [1, 2, 3] }, words);
    const back = new Function(`return ${text}`)() as number[][][];
    expect(back.length).toBe(1);
    expect(back[0]?.map((row) => row.length)).toEqual([3, 3]);
    expect(Float32Array.from(back.flat(2))).toEqual(data);
    expect(text).toContain('[0.1, ');
  });

  test.each(dangerous.map((text) => [JSON.stringify(text), text]))('the text %s ends nothing', (_, text) => {
    const literal = quoted(text);
    expect(JSON.parse(literal)).toBe(text);
    expect(new Function(`return ${literal}`)()).toBe(text);
    expect(literal).not.toMatch(/<[/!]|[\u2028\u2029\u202a-\u202e\n\r\0]|\p{Surrogate}/u);
  });
});

test.each(Object.keys(sources))('JSON holds every stage and the tokens: %s', (name) => {
  const each = sources[name] as Source;
  const text = toJson(each, '#lang=en');
  expect(/<[/!]|[\u2028\u2029]|\p{Surrogate}/u.test(text)).toBe(false);
  const back = JSON.parse(text) as {
    inputs: object;
    stages: Record<string, { shape: number[]; data: (number | string)[] }>;
  };
  expect(Object.keys(back)).toEqual(['format', 'version', 'address', 'sizes', 'inputs', 'stages']);
  expect(back.inputs).toEqual(each.inputs);
  expect(Object.keys(back.stages)).toEqual([...stagesOf(each).keys()]);
  for (const [stage, { shape, data }] of Object.entries(back.stages)) {
    const wanted = each.stages[stage as StageName] as Tensor;
    expect(shape).toEqual(wanted.shape);
    expect(Float32Array.from(data, Number)).toEqual(wanted.data.map((x) => (x === 0 ? 0 : x)));
  }
});

describe('CSV', () => {
  const each = sources['two heads, a mask, tokens that would break out'] as Source;
  const stage = (name: StageName) => stagesOf(each).get(name) as Stage;
  const table = (name: StageName) => readTable(toCsv(each, stage(name), each.stages[name] as Tensor));

  test('has the names beside and above, heads in a column, every number as it was', () => {
    const [header = [], ...lines] = table('attentionWeights');
    expect(header.map(({ text }) => text)).toEqual(['head', 'attention_weights', ...dangerous]);
    expect(lines).toHaveLength(2 * dangerous.length);
    expect(lines.map((line) => line[0]?.value)).toEqual([0, 1].flatMap((head) => dangerous.map(() => head)));
    expect(lines.map((line) => line[1]?.text)).toEqual([...dangerous, ...dangerous]);
    const numbers = lines.flatMap((line) => line.slice(2).map(({ value }) => value as number));
    expect(Float32Array.from(numbers)).toEqual(each.stages.attentionWeights?.data);
  });

  test('numbers rows and columns that belong to no token', () => {
    const [header = [], first = []] = table('W_q');
    expect(header.map(({ text }) => text)).toEqual(['W_q', '0', '1', '2', '3']);
    expect(first.map(({ value }) => value)).toEqual([
      0,
      ...[...(each.stages.W_q?.data ?? [])].slice(0, 4).map((x) => expect.closeTo(x, 6)),
    ]);
  });

  test('lets no spreadsheet run a token', () => {
    expect(toCsv(each, stage('X'), each.stages.X as Tensor)).toContain("\r\n'=1+1,");
  });
});

describe('SVG', () => {
  const drawing: Drawing = {
    title: 'scores',
    caption: 'scores (1, 2, 3) ±2',
    rows: 2,
    cols: 3,
    value: (row, col) => row - col,
    print: (value) => value.toFixed(2),
    rowNames: ['</text><script>', '\ud83d&"\0'],
    colNames: ['一', 'leaning name', '__proto__'],
    ramp: {
      domain: [-2, 2],
      stops: [],
      paint: (value) => ({ background: value < 0 ? '#aa0000' : '#00aa00', text: '#000000' }),
    },
    extent: 2,
    hue: 'x',
    row: { index: 1, hue: 'q' },
    col: { index: 2, hue: 'k' },
    cell: { row: 1, col: 2 },
    holes: (row, col) => (row === 0 && col === 2 ? ['padding', 'causal'] : []),
    holeText: '0',
  };
  const ink = (name: string) => `ink-${name}`;

  test('prints every number once, holes as holes', () => {
    const svg = toSvg(drawing, ink);
    expect([...svg.matchAll(/<text [^>]*>(-?[\d.]+)<\/text>/g)].map(([, text]) => text)).toEqual([
      ...['0.00', '-1.00', '0'],
      ...['1.00', '0.00', '-1.00'],
    ]);
    expect(svg.match(/url\(#padding\)|url\(#causal\)/g)).toEqual(['url(#padding)', 'url(#causal)']);
  });

  test('shows the selection, and nothing where there is none', () => {
    const svg = toSvg(drawing, ink);
    expect(svg.match(/stroke="ink-q"/g)).toHaveLength(2);
    expect(svg.match(/stroke="ink-k"/g)).toHaveLength(2);
    expect(svg.match(/fill="none" stroke="ink-ink"/g)).toHaveLength(1);
    const bare = toSvg({ ...drawing, row: undefined, col: undefined, cell: undefined }, ink);
    expect(bare).not.toMatch(/stroke="ink-[qk]"|stroke="ink-ink"/);
  });

  test('bars go up where positive and down where negative', () => {
    const svg = toSvg({ ...drawing, ramp: undefined, hue: 'v', holes: () => [] }, ink);
    const heights = [...svg.matchAll(/height="([\d.]+)" fill="ink-v"/g)].map(([, height]) => Number(height));
    expect(heights).toEqual([0, 3.5, 7, 3.5, 0, 3.5]);
  });

  test('text stays text', () => {
    const svg = toSvg(drawing, ink);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;');
    expect(svg).toContain('\ufffd&amp;&quot;\ufffd');
    expect(escapeXml('a\u{1f408}猫\t')).toBe('a\u{1f408}猫\t');
  });
});
