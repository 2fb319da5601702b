// The prepared examples: each is run through the package and must do what it says of itself.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type LayerOptions, loadWasm, type Tensor } from 'xattention';
import { type Example, examples, loadModel, type Model, type Text } from '../../web/page/examples/index.js';
import { inputOf } from '../../web/page/examples/inputs.js';
import { layerOf } from '../../web/page/examples/layers.js';
import { readoutOf } from '../../web/page/examples/readout.js';
import { shortest } from '../../web/page/files/digits.js';
import { experimentAt, mainAsk } from '../../web/page/model/prepared.js';
import { initialState } from '../../web/page/model/state.js';

const engine = await loadWasm();
const folder = fileURLToPath(new URL('../../web/page/examples/', import.meta.url));

const named = examples.map((example): [string, Example] => [example.id, example]);
const trained = named.filter(([, { facts }]) => facts.trained);

/** Every stage of an example's layer, and what its outputs say. */
async function run(example: Example, model: Model, byHand: LayerOptions = {}) {
  const { validLens, causal } = example;
  const masks = { causal: causal ?? false, ...(validLens && { validLens }) };
  using layer = await layerOf(engine, model.numHiddens, model);
  const X = await inputOf(engine, model, example.sentences, masks);
  const source = example.sources && (await inputOf(engine, model, example.sources, masks));
  const input = source ? { queries: X, keys: source, values: source } : X;
  const trace = await layer.trace(input, { ...masks, ...byHand });
  const said = model.readout && (await readoutOf(engine, model.readout, trace.output)).probabilities;
  return { trace, answers: said ? example.asks.map((ask) => largest(said, [ask.sentence, ask.query])) : [] };
}

/** The index of the largest number in one row. */
function largest(tensor: Tensor, at: number[]): number {
  const row = tensor.shape.slice(0, -1).reduce((index, size, axis) => index * size + (at[axis] as number), 0);
  const size = tensor.shape.at(-1) as number;
  const values = tensor.data.subarray(row * size, (row + 1) * size);
  return values.indexOf(Math.max(...values));
}

describe('the list', () => {
  test('has at least ten examples in each language, a padded batch, another sequence to read, and untrained ones', () => {
    for (const language of ['en', 'zh']) {
      const own = examples.filter((example) => example.language === language);
      expect(own.length).toBeGreaterThanOrEqual(10);
      expect(own.some(({ sentences, validLens }) => sentences.length === 2 && validLens)).toBe(true);
      expect(own.some(({ sources }) => sources)).toBe(true);
      expect(own.some(({ facts }) => !facts.trained)).toBe(true);
    }
    expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
  });

  test('begins in each language with the question of the first view', () => {
    expect(examples.find(({ language }) => language === 'en')?.id).toBe('keys');
    expect(examples.find(({ language }) => language === 'zh')?.id).toBe('book');
  });

  test.each(named)('says everything about %s in both languages', (_, { title, task, question, experiment }) => {
    const texts: Text[] = [title, task, question, ...(experiment ? [experiment.text, experiment.action] : [])];
    for (const text of texts) for (const words of [text.en, text.zh]) expect(words.trim()).not.toBe('');
  });

  test.each(named)(
    'names in its button only tokens that are there: %s',
    (_, { experiment, sentences, sources, answers }) => {
      if (!experiment) return;
      const written = [...sentences.flat(), ...(sources ?? []).flat(), ...answers];
      const tokens = new Set(experiment.kind === 'replace' ? [...written, experiment.token] : written);
      for (const text of [experiment.text, experiment.action]) {
        const meant = ['before', '前一个']; // not a token: the place before
        const quoted = [
          ...text.en.matchAll(/\*([^*]+)\*|(\p{Script=Han}+)/gu), // set off, or in another script
          ...text.zh.matchAll(/“([^”]+)”|([A-Za-z]+)/gu),
        ].map(([, set, other]) => set ?? other ?? '');
        for (const word of quoted) expect([...tokens, ...meant], word).toContain(word);
      }
    },
  );

  test.each(named)(
    'opens with a question that its experiment answers otherwise, where there is one: %s',
    (_, example) => {
      const { experiment, asks, opens = 0 } = example;
      if (!experiment || !asks.some(({ answer }, i) => answer !== experiment.answers[i])) return;
      const ask = mainAsk(example, experiment.sentence);
      expect(experiment.answers[asks.indexOf(ask as Example['asks'][number])]).not.toBe(ask?.answer);
      if (/[Pp]adding/.test(example.question.en)) expect(example.sentences[opens]).toContain('<pad>');
      const { query, key } = experimentAt(example, initialState('en').at);
      if (experiment.kind === 'hide') expect([query, key]).toEqual([experiment.query, experiment.key]);
      if (experiment.kind === 'replace') expect(key).toBe(experiment.step);
    },
  );

  test('takes at most 200 KB with all parameters', () => {
    const files = ['list.json', ...readdirSync(`${folder}models`).map((file) => `models/${file}`)];
    expect(files.reduce((sum, file) => sum + statSync(folder + file).size, 0)).toBeLessThanOrEqual(200_000);
  });

  test('publishes numbers of two decimals', () => {
    for (const file of readdirSync(`${folder}models`)) {
      expect(readFileSync(`${folder}models/${file}`, 'utf8'), file).not.toMatch(/\d\.\d{3}/);
    }
  });

  test('names no model that is not there', async () => {
    await expect(loadModel({ model: '../list' })).rejects.toThrow('there is no model');
  });
});

describe.each(named)('%s', (_, example) => {
  test('has an X that is written in two decimals, where it is a sum of numbers of two', async () => {
    const model = await loadModel(example);
    if (model.first || model.positions === 'sinusoidal') return;
    const { data } = await inputOf(engine, model, example.sentences);
    for (const value of data) expect(shortest(value)).toMatch(/^-?\d+(\.\d{1,2})?$/);
  });

  test('has the shapes of the lesson', async () => {
    const model = await loadModel(example);
    const { trace } = await run(example, model);
    const [L, S] = [example.sentences, example.sources ?? example.sentences].map((s) => s[0]?.length);
    const batchSize = example.sentences.length;
    const heads = model.numHeads > 1 ? [model.numHeads] : [];
    expect(trace.attentionWeights.shape).toEqual([batchSize, ...heads, L, S]);
    expect(trace.output.shape).toEqual([batchSize, L, model.numHiddens]);
    expect(model.readout?.length ?? 0).toBe(example.answers.length);
    expect([model.numHiddens, model.numHeads]).toEqual([example.facts.numHiddens, example.facts.numHeads]);
    expect(example.validLens ?? example.sentences.map((tokens) => tokens.length)).toEqual(
      example.sentences.map((tokens) => tokens.filter((token) => token !== '<pad>').length),
    );
  });

  test('knows every one of its tokens', async () => {
    const { embedding } = await loadModel(example);
    const { experiment } = example;
    const change = experiment?.kind === 'replace' ? [experiment.token] : [];
    for (const token of [...example.sentences, ...(example.sources ?? []), change].flat()) {
      expect(Object.keys(embedding)).toContain(token);
    }
  });
});

describe.each(trained)('%s, trained', (_, example) => {
  test('answers what it says', async () => {
    const { answers } = await run(example, await loadModel(example));
    expect(answers).toEqual(example.asks.map(({ answer }) => answer));
  });

  test('has the largest weight of every head where it says', async () => {
    const model = await loadModel(example);
    const { trace } = await run(example, model);
    for (const { sentence, query, keys } of example.asks) {
      const found = keys.map((_, head) =>
        largest(trace.attentionWeights, model.numHeads > 1 ? [sentence, head, query] : [sentence, query]),
      );
      expect(found).toEqual(keys);
    }
  });

  test('answers its experiment as it says', async () => {
    const model = await loadModel(example);
    const { experiment } = example;
    if (!experiment) throw new Error('a trained example has an experiment');
    const { answers } = await changed(example, model, experiment);
    expect(answers).toEqual(experiment.answers);
  });

  test('was measured on cases that were held out', () => {
    const { accuracy, largestOnRightToken, heldOutSize, trainingSize } = example.facts;
    for (const share of [accuracy, largestOnRightToken]) {
      expect(share).toBeGreaterThan(0.95);
      expect(share).toBeLessThanOrEqual(1);
    }
    expect(heldOutSize).toBeGreaterThan(100);
    expect(trainingSize).toBeGreaterThan(100);
  });
});

test('of two layers, a head of the first brings to what was drunk the name before it', async () => {
  for (const [, example] of named.filter(([id]) => id.startsWith('again'))) {
    const model = await loadModel(example);
    const { first, ...below } = model;
    if (!first) throw new Error('there is a first layer');
    const { attentionWeights } = (await run({ ...example, asks: [] }, { ...below, ...first })).trace;
    const before = [0, 1].map((head) =>
      [1, 3, 5].every((step) => largest(attentionWeights, [0, head, step]) === step - 1),
    );
    expect(before).toContain(true);
  }
});

/** What becomes of the example once its experiment is made. */
function changed(example: Example, model: Model, experiment: NonNullable<Example['experiment']>) {
  const { sentence } = experiment;
  switch (experiment.kind) {
    case 'positions': {
      const { positions: _, ...without } = model;
      return run(example, without);
    }
    case 'replace': {
      const sentences = example.sentences.map((tokens, i) =>
        i === sentence ? tokens.map((token, step) => (step === experiment.step ? experiment.token : token)) : tokens,
      );
      return run({ ...example, sentences }, model);
    }
    case 'hide': {
      const S = (example.sources ?? example.sentences)[0]?.length ?? 0;
      const drop = example.sentences.map((tokens, i) => {
        const rows = tokens.map((_, query) =>
          Array.from({ length: S }, (_, key) => i === sentence && query === experiment.query && key === experiment.key),
        );
        return model.numHeads > 1 ? [rows] : rows; // a row of heads to broadcast over
      });
      return run(example, model, { drop });
    }
  }
}
