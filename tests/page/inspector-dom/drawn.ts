// What can be said of the element wherever there is a document, whatever else a browser has that is missing there.
import { expect, test } from 'vitest';

const half = [
  [1, 0],
  [0.25, 0.75],
];

interface Inspector extends HTMLElement {
  tokens: unknown;
  attentionWeights: unknown;
  language: string;
  theme: string;
  updateComplete: Promise<unknown>;
}

const made = () => document.createElement('attention-inspector') as unknown as Inspector;

const cellsOf = (inspector: Element) =>
  [...(inspector.shadowRoot?.querySelectorAll('[role="gridcell"]') ?? [])].map((cell) => cell.textContent?.trim());

/** Until the element and its parts are drawn. */
async function drawn(inspector: Inspector): Promise<string[]> {
  await inspector.updateComplete;
  await expect.poll(() => cellsOf(inspector).length).toBeGreaterThan(0);
  return cellsOf(inspector) as string[];
}

/** The tests of one document; importing is the first of them. */
export function drawsHere(): void {
  const load = (query = '') => import(/* @vite-ignore */ `../../../dist/lib/inspector.js${query}`);

  test('what a framework set before the module came is kept, and drawn', async () => {
    const inspector = made();
    Object.assign(inspector, { tokens: ['a', 'b'], attentionWeights: half });
    document.body.append(inspector);
    await load();
    expect(await drawn(inspector)).toEqual(['1.00', '0', '0.25', '0.75']);
  });

  test('made by its class, before and after it is on the page, by attributes, with numbers beyond JSON refused by place', async () => {
    const { AttentionInspector } = await load();
    const inspector: Inspector = new AttentionInspector();
    inspector.setAttribute('attention-weights', JSON.stringify(half));
    document.body.append(inspector);
    expect(await drawn(inspector)).toEqual(['1.00', '0', '0.25', '0.75']);
    const radios = [...(inspector.shadowRoot?.querySelectorAll('.reading [role="radio"]') ?? [])];
    expect(radios.map((radio) => radio.querySelector('.w')?.textContent?.trim())).toEqual(['0', '1']);
    inspector.setAttribute('attention-weights', '[[0.5, NaN], [1, 0]]');
    await inspector.updateComplete;
    expect(inspector.shadowRoot?.querySelector('[role="alert"]')?.textContent).toContain(
      'attentionWeights[0][1]: expected a finite number, 0 or more, got NaN',
    );
    inspector.removeAttribute('attention-weights');
    await inspector.updateComplete;
    expect(inspector.shadowRoot?.querySelector('[role="alert"]')).toBeNull();
  });

  test('taken out, given something else, put back', async () => {
    await load();
    const inspector = made();
    inspector.innerHTML = '<script type="application/json">{ "attention_weights": [[1]] }</script>';
    document.body.append(inspector);
    expect(await drawn(inspector)).toEqual(['1.00']);
    inspector.remove();
    inspector.attentionWeights = [[0.5]];
    document.body.append(inspector);
    await inspector.updateComplete;
    await expect.poll(() => cellsOf(inspector)).toEqual(['0.50']);
  });

  test('a click chooses and is told; many cells need a canvas, and its absence stops nothing', async () => {
    await load();
    const inspector = made();
    inspector.attentionWeights = Array.from({ length: 2 }, () =>
      Array.from({ length: 50 }, (_, row) => Array.from({ length: 50 }, (_, col) => (col === row ? 1 : 0))),
    );
    document.body.append(inspector);
    await drawn(inspector);
    const told: unknown[] = [];
    inspector.addEventListener('select', (event) => told.push((event as CustomEvent).detail));
    inspector.shadowRoot?.querySelector<HTMLElement>('.fan [role="radio"]:nth-of-type(2)')?.click();
    expect(told).toEqual([{ head: 1, query: 0, key: 0, weight: 1 }]);
  });

  test('a second copy has the class that is registered, and it can be constructed', async () => {
    const [{ AttentionInspector: first }, { AttentionInspector: second }] = [await load(), await load('?second')];
    expect(second).toBe(first);
    expect(new second()).toBeInstanceOf(HTMLElement);
  });

  test('it follows the language and the darkness of the site, also when they change', async () => {
    await load();
    const inspector = made();
    inspector.attentionWeights = half;
    document.body.append(inspector);
    await drawn(inspector);
    const frame = inspector.shadowRoot?.querySelector<HTMLElement>('.frame');
    expect(frame?.dataset.theme).toBe('light');
    document.documentElement.lang = 'zh-CN';
    document.body.style.backgroundColor = 'rgb(20, 20, 20)';
    await expect.poll(() => frame?.dataset.theme).toBe('dark');
    await expect.poll(() => frame?.lang).toBe('zh-CN');
    document.documentElement.lang = '';
    document.body.style.backgroundColor = '';
    await expect.poll(() => frame?.dataset.theme).toBe('light');
  });
}
