// Every number shown is recomputed here in float64 from the numbers shown before it.
import { expect, test } from '@playwright/test';
import { column, dot, grid, open, printed, productBound, read, readAll, row, type Shown } from './support';

interface State {
  text?: string;
  valid_lens?: number;
  causal?: number;
  num_heads?: number;
  [key: string]: string | number | undefined;
}

const states: { name: string; state: State }[] = [
  { name: 'the first view', state: {} },
  { name: 'no looking ahead, a short valid length', state: { text: 'a b c d e f', causal: 1, valid_lens: 4 } },
  { name: 'nothing may be read', state: { text: 'a b c', valid_lens: 0 } },
  { name: 'one token, one hidden number', state: { text: 'alone', num_hiddens: 1 } },
  { name: 'positions in X', state: { text: 'the cat and the dog and the cat', position: 1, num_hiddens: 6, seed: 11 } },
  { name: 'two heads', state: { text: '我 看见 一 只 猫', num_hiddens: 8, num_heads: 2, causal: 1, seed: 3 } },
  { name: 'many tokens, folded', state: { text: 'w '.repeat(18), num_hiddens: 10, num_heads: 2, valid_lens: 15 } },
];

const products: [result: string, left: string, right: string, turned?: 'turned'][] = [
  ['Q', 'X', 'W_q'],
  ['K', 'X', 'W_k'],
  ['V', 'X', 'W_v'],
  ['scores', 'Q', 'K', 'turned'],
];

const stagesOf = (heads: number) => [
  ...['X', 'W_q', 'W_k', 'W_v', 'Q', 'K', 'V', 'scores', 'scaled', 'masked', 'attentionWeights', 'output'],
  ...(heads > 1 ? ['heads', 'concat', 'W_o'] : []),
];

for (const { name, state } of states) {
  test(`every number follows from the ones before it: ${name}`, async ({ page }) => {
    await open(page, state);
    const heads = state.num_heads ?? 1;
    const gathered = heads > 1 ? 'heads' : 'output';
    const concat: number[][] = [];
    for (let head = 0; head < heads; head += 1) {
      if (heads > 1) await page.getByRole('button', { name: `head ${head}`, exact: true }).click();
      const shown = await readAll(page, stagesOf(heads));
      for (const [result, left, right, turned] of [...products, [gathered, 'attentionWeights', 'V'] as const]) {
        checkProduct(shown, result, left, right, turned === 'turned');
      }
      checkScaled(shown);
      checkMasked(shown, state);
      checkSoftmax(shown);
      for (let i = 0; i < (shown.X as Shown).rows; i += 1)
        concat[i] = [...(concat[i] ?? []), ...row(shown[gathered] as Shown, i)];
      for (const [stage, matrix] of Object.entries(shown)) checkPrinted(stage, matrix);
    }
    if (heads > 1) {
      const shown = await readAll(page, stagesOf(heads));
      expect((shown.concat as Shown).values).toEqual(concat.flat());
      checkProduct(shown, 'output', 'concat', 'W_o');
    }
    const sums = await page
      .locator('.sums [data-sum]')
      .evaluateAll((all) => all.map((one) => [one.textContent, (one as HTMLElement).dataset.sum]));
    for (const [text, sum] of sums)
      expect(Math.abs(printed(text ?? '').value - Number(sum))).toBeLessThanOrEqual(0.005);
  });
}

// One expectation for each matrix: what does not follow is listed.

function checkProduct(shown: Record<string, Shown>, result: string, left: string, right: string, turned = false): void {
  const [made, a, b] = [shown[result] as Shown, shown[left] as Shown, shown[right] as Shown];
  expect([made.rows, made.cols], result).toEqual([a.rows, turned ? b.rows : b.cols]);
  const wrong = made.values.filter((value, at) => {
    const [i, j] = [Math.floor(at / made.cols), at % made.cols];
    const [x, y] = [row(a, i), turned ? row(b, j) : column(b, j)];
    return !(Math.abs(value - dot(x, y)) <= productBound(x, y));
  });
  expect(wrong, result).toEqual([]);
}

function checkScaled({ scores, scaled, Q }: Record<string, Shown>): void {
  const root = Math.sqrt((Q as Shown).cols);
  const wrong = (scaled as Shown).values.filter((value, i) => {
    const expected = ((scores as Shown).values[i] ?? Number.NaN) / root;
    return !(Math.abs(value - expected) <= 1e-6 + 2 ** -23 * Math.abs(expected));
  });
  expect(wrong).toEqual([]);
}

function checkMasked({ scaled, masked }: Record<string, Shown>, state: State): void {
  const { cols, values } = masked as Shown;
  const length = state.valid_lens ?? (Object.keys(state).length === 0 ? cols - 1 : cols);
  const expected = values.map((_, at) => {
    const [i, j] = [Math.floor(at / cols), at % cols];
    const allowed = j < length && !(state.causal && j > i);
    return allowed ? (scaled as Shown).values[at] : Number.NEGATIVE_INFINITY;
  });
  expect(values).toEqual(expected);
}

function checkSoftmax({ masked, attentionWeights }: Record<string, Shown>): void {
  for (let i = 0; i < (masked as Shown).rows; i += 1) {
    const scores = row(masked as Shown, i);
    const largest = Math.max(...scores);
    const exps = scores.map((score) => (score === Number.NEGATIVE_INFINITY ? 0 : Math.exp(score - largest)));
    const sum = exps.reduce((a, b) => a + b, 0);
    const wrong = row(attentionWeights as Shown, i).filter((weight, j) => {
      const exp = exps[j] ?? Number.NaN;
      return exp === 0 ? weight !== 0 : !(Math.abs(weight - exp / sum) <= 1e-6 + 1e-5 * (exp / sum));
    });
    expect(wrong, `row ${i}`).toEqual([]);
  }
}

function checkPrinted(stage: string, { values, texts }: Shown): void {
  const wrong = values.flatMap((value, i) => {
    const text = texts[i] ?? '';
    if (value === Number.NEGATIVE_INFINITY) return text === '' ? [] : [`${text} for a hole`];
    const { value: said, half } = printed(text);
    return text !== '' && Math.abs(said - value) <= half * (1 + 1e-9) ? [] : [`${text} for ${value}`];
  });
  expect(wrong, stage).toEqual([]);
}

test('the same token has the same vector wherever it stands, and another seed leaves X alone', async ({ page }) => {
  await open(page, { text: 'the cat and the dog and the cat' });
  const before = await read(page, 'X');
  expect(row(before, 0)).toEqual(row(before, 3));
  expect(row(before, 1)).toEqual(row(before, 7));
  expect(row(before, 0)).not.toEqual(row(before, 1));
  const parameters = await read(page, 'W_q');
  await page.getByRole('button', { name: 'Next seed' }).click();
  await expect.poll(async () => (await read(page, 'W_q')).values).not.toEqual(parameters.values);
  expect((await read(page, 'X')).values).toEqual(before.values);
});

test('a shape stands beside every matrix, and is its shape', async ({ page }) => {
  await open(page, { text: '我 看见 一 只 猫', num_hiddens: 8, num_heads: 2 });
  for (const [stage, shape] of Object.entries({
    X: '(1, 5, 8)',
    W_q: '(8, 8)',
    Q: '(1, 2, 5, 4)',
    scores: '(1, 2, 5, 5)',
    attentionWeights: '(1, 2, 5, 5)',
    heads: '(1, 2, 5, 4)',
    concat: '(1, 5, 8)',
    output: '(1, 5, 8)',
  })) {
    const label = await grid(page, stage).getByRole('grid').getAttribute('aria-label');
    expect(label).toContain(shape);
  }
  await expect(page.locator('.strip .shape')).toHaveText(
    '(batch_size, num_heads, num_queries, num_kv_pairs)= (1, 2, 5, 5)',
  );
});
