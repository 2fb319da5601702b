// One entry of W_q, W_k or W_v is changed, and the engine says which stages follow and which do not.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine, LayerTrace } from 'xattention';
import { type LayerModel, loadModel } from '../../examples';
import { inputOf } from '../../examples/inputs';
import { layerOf } from '../../examples/layers';
import type { Language } from '../../model/state';
import type { View } from '../../view';
import { fixed } from '../../widgets/number';
import { segments, slider } from './dials';
import { Lab } from './lab';
import { firstId, numbered } from './readers';
import { type SheetSpec, sheet } from './sheet';
import { exampleNamed } from './traced';

const names = ['W_q', 'W_k', 'W_v'] as const;
type Name = (typeof names)[number];
const stages = ['Q', 'K', 'V', 'scores', 'attentionWeights', 'output'] as const;
type Stage = (typeof stages)[number];

const tokens: Record<Language, string[]> = { en: ['the', 'keys', '▢'], zh: ['一', '▢', '书'] };
const looks: Record<Stage, Pick<SheetSpec, 'look' | 'hue'>> = {
  Q: { look: 'vector', hue: 'q' },
  K: { look: 'vector', hue: 'k' },
  V: { look: 'vector', hue: 'v' },
  scores: { look: 'pair', hue: 'x' },
  attentionWeights: { look: 'share', hue: 't' },
  output: { look: 'vector', hue: 'v' },
};

const words = {
  en: {
    which: 'Which table',
    entry: 'add to its entry [0, 0]',
    same: 'exactly as before',
    changed: (most: string) => `changed, by up to ${most}`,
  },
  zh: {
    which: '改哪张表',
    entry: '给它的 [0, 0] 加上',
    same: '与之前完全相同',
    changed: (most: string) => `有变化，最大 ${most}`,
  },
};

interface Numbers {
  before: LayerTrace;
  after: LayerTrace;
}

class Projections extends Lab<Numbers> {
  static override properties = { changed: { state: true }, quarters: { state: true } };

  declare changed: Name;
  /** What is added, in quarters. */
  declare quarters: number;

  constructor() {
    super();
    this.changed = 'W_q';
    this.quarters = 4;
  }

  protected question(): unknown {
    return [this.language, this.changed, this.quarters];
  }

  protected async ask(core: AsyncEngine): Promise<Numbers> {
    const model = await loadModel(exampleNamed(firstId[this.language]));
    const X = await inputOf(core, model, [tokens[this.language]]);
    const trace = async (layerModel: LayerModel) => {
      const layer = await layerOf(core, model.numHiddens, layerModel);
      try {
        return await layer.trace(X);
      } finally {
        layer.dispose();
      }
    };
    const altered = model.parameters[this.changed].map((row) => [...row]);
    const [first] = altered;
    if (first) first[0] = (first[0] ?? 0) + this.quarters / 4;
    const parameters = { ...model.parameters, [this.changed]: altered };
    const [before, after] = await Promise.all([trace(model), trace({ ...model, parameters })]);
    return { before, after };
  }

  protected draw({ before, after }: Numbers): TemplateResult {
    const { view, changed, quarters } = this;
    const t = words[this.language];
    return html`<div class="lab">
      <div class="turn">
        ${segments(
          t.which,
          names.map((name) => [name, html`<code translate="no">${name}</code>`] as const),
          changed,
          (name) => {
            this.changed = name;
          },
        )}
        ${slider({
          name: html`<code translate="no">${changed}</code> ${t.entry}`,
          value: quarters,
          min: -8,
          max: 8,
          shown: fixed(quarters / 4, 2),
          change: (value) => {
            this.quarters = value;
          },
        })}
      </div>
      <div class="two-abreast">${stages.map((stage) => this.#stage(view, stage, before, after))}</div>
    </div>`;
  }

  #stage(view: View, stage: Stage, { [stage]: was }: LayerTrace, { [stage]: now }: LayerTrace): TemplateResult {
    const t = words[this.language];
    const rows = tokens[this.language];
    const cols = looks[stage].look === 'vector' ? numbered(4) : rows;
    const most = now.data.reduce((largest, value, i) => Math.max(largest, Math.abs(value - (was.data[i] ?? 0))), 0);
    const code = stage === 'attentionWeights' ? 'attention_weights' : stage;
    const verdict = most === 0 ? html`<b>${t.same}</b>` : t.changed(fixed(most, 2));
    return html`<div data-changed=${stage} data-most=${most}>
      ${sheet(view, { ...looks[stage], name: code, caption: html`<span class="op">${verdict}</span><code translate="no" class="code">${code}</code>`, rows, cols, data: now, was, topped: false, abreast: 2 })}
    </div>`;
  }
}

customElements.define('x-projections', Projections);

export const projections = (view: View): TemplateResult => html`<x-projections .view=${view}></x-projections>`;
