// §16: weights that were kept, as a heat map, as a file, and as a place to look for a pair that lies far apart.
import { html, nothing, type TemplateResult } from 'lit';
import type { AsyncEngine, Tensor } from 'xattention';
import { writeCsv } from '../../files/csv';
import { writeNpy } from '../../files/npy';
import { saveFile } from '../../files/save';
import type { Language } from '../../model/state';
import { tokenNames } from '../../model/tokens';
import type { View } from '../../view';
import type { MatrixCell, PickEvent } from '../../widgets/matrix';
import { fixed } from '../../widgets/number';
import './kept.css';
import { Lab } from './lab';
import { sheet } from './sheet';
import { type Traced, traceExample } from './traced';

const exampleIn: Record<Language, string> = { en: 'flowers', zh: 'book' };
const far = 4;

const words = {
  en: {
    task: html`Among all pairs that lie at least ${far} places apart, find the one with the largest weight. Choose its
      cell, with a tap or the arrow keys.`,
    nothing: 'No cell chosen yet.',
    chosen: (query: string, key: string, weight: string, apart: number) =>
      html`<b class="q"><bdi translate="no">${query}</bdi></b> reads <b class="k"><bdi translate="no">${key}</bdi></b> with ${weight}; they lie
        ${apart} apart.`,
    answer: 'This is the pair',
    right: (query: string, key: string) =>
      html`<b class="right">Right.</b> <i>${query}</i> goes past everything between and reads <i>${key}</i> in one step.`,
    near: html`<b class="wrong">Too near.</b> Look further from the diagonal.`,
    smaller: html`<b class="wrong">Not quite.</b> Another pair as far apart has more weight: a darker cell away from the diagonal.`,
    save: (file: string) => `Save ${file}`,
    say: 'The same numbers as files: one for NumPy, one for a spreadsheet.',
  },
  zh: {
    task: html`在相隔至少 ${far} 个位置的配对里，找出权重最大的那一个。点它的格子，或用方向键移过去。`,
    nothing: '还没有选格子。',
    chosen: (query: string, key: string, weight: string, apart: number) =>
      html`<b class="q"><bdi translate="no">${query}</bdi></b> 以 ${weight} 的权重读 <b class="k"><bdi translate="no">${key}</bdi></b>，两者相隔 ${apart} 个位置。`,
    answer: '就是这一对',
    right: (query: string, key: string) =>
      html`<b class="right">对。</b>“${query}”越过中间所有的词，一步就读到了“${key}”。`,
    near: html`<b class="wrong">太近了。</b>往离对角线更远的地方找。`,
    smaller: html`<b class="wrong">还不对。</b>相隔够远的配对里，还有一对权重更大：离对角线较远、颜色更深的格子。`,
    save: (file: string) => `保存 ${file}`,
    say: '同样这些数，存成文件：一份给 NumPy，一份给电子表格。',
  },
};

type Found = 'right' | 'near' | 'smaller';

const apart = ({ row, col }: MatrixCell): number => Math.abs(row - col);

/** The pair far apart with the largest weight. */
function longest({ data, shape }: Tensor): MatrixCell {
  const cols = shape.at(-1) ?? 0;
  const cells = Array.from({ length: cols * cols }, (_, i) => ({ row: Math.floor(i / cols), col: i % cols }));
  const weight = ({ row, col }: MatrixCell) => data[row * cols + col] ?? 0;
  return cells.filter((cell) => apart(cell) >= far).reduce((best, cell) => (weight(cell) > weight(best) ? cell : best));
}

class Kept extends Lab<Traced> {
  static override properties = { ...Lab.properties, cell: { state: true }, found: { state: true } };

  declare cell: MatrixCell | undefined;
  declare found: Found | null;

  constructor() {
    super();
    this.#forget();
  }

  #forget(): void {
    this.cell = undefined;
    this.found = null;
  }

  protected override question(): unknown {
    return exampleIn[this.language];
  }

  protected override ask(core: AsyncEngine): Promise<Traced> {
    this.#forget();
    return traceExample(core, exampleIn[this.language]);
  }

  protected override draw({ example, trace }: Traced): TemplateResult {
    const t = words[this.language];
    const { attentionWeights } = trace;
    const tokens = example.sentences[0] ?? [];
    const names = tokenNames(tokens);
    const length = example.validLens?.[0] ?? tokens.length;
    const { cell } = this;
    return html`<div class="lab kept">
      <p>${t.task}</p>
      <div @pick=${(event: PickEvent) => this.#pick(event.detail)}>
        ${sheet(this.view, {
          name: 'attention_weights',
          look: 'share',
          hue: 't',
          rows: names,
          cols: names,
          data: attentionWeights,
          holes: holes(tokens.length, length),
          row: cell?.row,
          col: cell?.col,
          ring: cell,
        })}
      </div>
      <div class="do">
        <button class="act" ?disabled=${!cell} @click=${() => this.#answer(attentionWeights)}>${t.answer}</button>
        <p role="status">${this.#said(tokens, attentionWeights)}</p>
      </div>
      <div>
        <p>${t.say}</p>
        <div class="do">
          <button class="act" @click=${() => saveFile('attention_weights.npy', new Blob([writeNpy(attentionWeights)]))}>
            ${t.save('attention_weights.npy')}
          </button>
          <button class="act" @click=${() => saveFile('attention_weights.csv', asCsv(tokens, attentionWeights))}>
            ${t.save('attention_weights.csv')}
          </button>
        </div>
      </div>
    </div>`;
  }

  #pick(cell: MatrixCell): void {
    this.cell = cell;
    this.found = null;
  }

  #answer(weights: Tensor): void {
    const { cell } = this;
    if (!cell) return;
    const best = longest(weights);
    const right = cell.row === best.row && cell.col === best.col;
    this.found = right ? 'right' : apart(cell) < far ? 'near' : 'smaller';
  }

  #said(tokens: readonly string[], { data }: Tensor): unknown {
    const t = words[this.language];
    const { cell, found } = this;
    if (!cell) return t.nothing;
    const [query = '', key = ''] = [tokens[cell.row], tokens[cell.col]];
    if (found === 'right') return t.right(query, key);
    const chosen = t.chosen(query, key, fixed(data[cell.row * tokens.length + cell.col] ?? 0, 2), apart(cell));
    return html`${found ? t[found] : nothing} ${chosen}`;
  }
}

/** Padding is never read: its columns are holes. */
const holes = (count: number, validLen: number): string[][] =>
  Array.from({ length: count * count }, (_, i) => (i % count < validLen ? [] : ['padding']));

function asCsv(tokens: readonly string[], { data }: Tensor): Blob {
  const lines = tokens.map((token, i) => [token, ...data.subarray(i * tokens.length, (i + 1) * tokens.length)]);
  return new Blob([writeCsv([['attention_weights', ...tokens], ...lines])], { type: 'text/csv;charset=utf-8' });
}

customElements.define('x-kept', Kept);

export const kept = (view: View): TemplateResult => html`<x-kept .view=${view}></x-kept>`;
