// Whatever the engine refuses is said in Chinese on the Chinese page; names stay as they are in code.
import { describe, expect, test } from 'vitest';
import { AttentionError, type AttentionErrorCode, load } from 'xattention';
import { reasonIn } from '../../web/page/i18n/reasons.js';
import { judged } from '../../web/page/lesson/labs/exercise.js';
import { sections } from '../../web/page/lesson/sections/index.js';
import { layerRefusals, type Refusal, refusals } from '../lib/refusals.js';
import { partsOf, questionsOf, textOf, viewIn } from './lesson-parts.js';

// biome-ignore lint/suspicious/noExplicitAny: wrong calls have no type
type Callee = any;

const engine: Callee = await load({ webgpu: false });
const layer: Callee = await engine.multiHeadAttention({ numHiddens: 2, numHeads: 1 });

const reasonOf = async (callee: Callee, [method, ...args]: Refusal['call']): Promise<AttentionError> => {
  try {
    await callee[method](...args);
  } catch (error) {
    if (error instanceof AttentionError) return error;
  }
  throw new Error('it was not refused');
};

/** Words of ordinary English: names in code have a capital or a digit inside, and what was written stands in quotes. */
function english(said: string): string[] {
  const names =
    /^(data|shape|keys|values|causal|window|keep|drop|scale|trace|seed|true|false|null|undefined|spec|options|scores|left|right|from|to|bias|mask|init|reduce|replace|masked|dropout|softcap|float32|rate|topk|cuasal|vales|dropuot|worker|wasm|weights|parameters|queries)$/;
  const unquoted = said.replace(/"[^"]*"|'[^']*'/g, '');
  return (unquoted.match(/[A-Za-z_]\w*/g) ?? []).filter((word) => !names.test(word) && /^[a-z]{2,}$/.test(word));
}

describe('in Chinese is said', () => {
  test.each(refusals)('$what: $code, $argument', async ({ call }) => expectChinese(await reasonOf(engine, call)));
  test.each(layerRefusals)('in a layer $what', async ({ call }) => expectChinese(await reasonOf(layer, call)));

  const thrown = (code: AttentionErrorCode, argument: string, expected: string, got: string) =>
    new AttentionError(code, { argument, expected, got });
  test.each([
    thrown('shape', 'K', 'headSize 4 as Q', 'shape (1, 4, 5)'),
    thrown('shape', 'K', 'numKvHeads that divides numHeads 4 beside (1, 4, 2, 2)', 'shape (1, 3, 2, 2)'),
    thrown('shape', 'K', 'at least one head beside (1, 0, 2, 2)', 'shape (1, 3, 2, 2)'),
    thrown('shape', 'V', 'rank 4 as K', 'shape (1, 3, 2)'),
    thrown('shape', 'keys', 'the rank and batchSize of queries (1, 4, 5)', 'shape (2, 4, 5)'),
    thrown('shape', 'values', 'the heads and numKvPairs of keys (1, 4, 5)', 'shape (1, 3, 5)'),
    thrown('shape', 'b', 'shape (4,)', 'shape (5,)'),
    thrown('shape', 'X', 'last axis divisible by 3 heads', 'shape (2, 4)'),
    thrown('shape', 'X', 'last axis 4 to be projected by (4, 4)', 'shape (2, 5)'),
    thrown('option', 'numKvHeads', 'numHeads beside it', 'numHeads left out'),
    thrown('option', 'numHeads', '2, as the 4-D tensor has', '3'),
    thrown('out-of-memory', 'memory', 'room for the result', 'Array buffer allocation failed'),
    thrown('internal', 'worker', 'a module worker', 'one that does not run'),
    thrown('disposed', 'engine', 'a live engine', 'a disposed one'),
    thrown('device-lost', 'device', 'a live GPU device', 'it was lost'),
    new Error('the worker did not load'),
    new Error('/lesson.wasm: HTTP status 404'),
    new TypeError('Failed to fetch'),
    new TypeError('Failed to fetch dynamically imported module: https://example.org/a.js'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new TypeError('Load failed'),
  ])('%s', expectChinese);
});

function expectChinese(error: Error): void {
  const said = reasonIn('zh', error);
  expect(said).toMatch(/\p{Script=Han}/u);
  expect(said).toMatch(/。$/);
  expect(english(said), said).toEqual([]);
}

test('a lesson in Chinese gives the reasons of the engine in Chinese', async () => {
  const [question] = await questionsOf(3, 'zh');
  const verdict = question && (await judged(question, '8, 4, 2'));
  expect(textOf(verdict?.reason.zh)).toContain('应为最后一维为 8，收到的是形状 (8, 4, 2)。');
  const view = viewIn('zh');
  const said: string[] = [];
  for await (const part of partsOf(sections[6]?.experiment?.(view), view))
    if (typeof part === 'string') said.push(part);
  expect(said).toContain('K：应为 headSize = 4，与 Q 相同，收到的是形状 (1, 4, 5)。');
  expect(said.join('')).not.toMatch(/expected|got/);
});

test('in English it is a sentence too', () => {
  expect(
    reasonIn('en', new AttentionError('shape', { argument: 'K', expected: 'headSize 2', got: 'shape (1, 3)' })),
  ).toBe('K: expected headSize 2, got shape (1, 3).');
  expect(reasonIn('en', new Error('the worker did not load'))).toBe('the worker did not load.');
  expect(reasonIn('en', 'out of luck!')).toBe('out of luck!');
});
