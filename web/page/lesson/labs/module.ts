// The basic module as functions, in PyTorch and with this package, and what it gives for the lengths and the dropout set here.
import { html, nothing, type TemplateResult } from 'lit';
import type { AsyncEngine, AttentionTrace } from 'xattention';
import { askOf } from '../../model/prepared';
import type { View } from '../../view';
import { fixed } from '../../widgets/number';
import { segments, slider } from './dials';
import { Lab } from './lab';
import './module.css';
import { firstId, namesOf, numbered } from './readers';
import { sheet } from './sheet';
import { exampleNamed, traceExample } from './traced';

const words = {
  en: {
    language: 'Language of the code',
    next: 'Draw others to drop',
    reads: (name: string) => html`the row <b class="q">${name}</b>`,
    sums: (kept: string, dropped: string) =>
      `The row of attention_weights adds up to ${kept}, that of dropped to ${dropped}.`,
  },
  zh: {
    language: '代码的语言',
    next: '换一批丢弃的',
    reads: (name: string) => html`<b class="q">${name}</b> 这一行`,
    sums: (kept: string, dropped: string) => `attention_weights 这一行加起来是 ${kept}，dropped 这一行是 ${dropped}。`,
  },
};

const [q, k, v] = [html`<b class="q">Q</b>`, html`<b class="k">K</b>`, html`<b class="v">V</b>`];
const weights = html`<b class="t">attention_weights</b>`;

const python = (
  validLen: number,
  p: string,
) => html`<pre translate="no"><code translate="no">def masked_softmax(scaled, valid_lens):
    place = torch.arange(scaled.shape[-1])
    keep = place &lt; valid_lens[:, None, None]
    return scaled.masked_fill(~keep, -math.inf).softmax(-1)

def attend(${q}, ${k}, ${v}, valid_lens, p):
    scaled = ${q} @ ${k}.mT / math.sqrt(${q}.shape[-1])
    ${weights} = masked_softmax(scaled, valid_lens)
    return F.dropout(${weights}, p) @ ${v}

attend(${q}, ${k}, ${v}, torch.tensor([${validLen}]), p=${p})</code></pre>`;

const javascript = (
  validLen: number,
  p: string,
  seed: number,
) => html`<pre translate="no"><code translate="no">const { scaled, <b class="t">attentionWeights</b>, dropped, <b class="v">output</b> } =
  engine.trace(${q}, ${k}, ${v}, {
    validLens: [${validLen}],
    dropout: { p: ${p}, seed: ${seed} },
  });</code></pre>`;

class Module extends Lab<AttentionTrace> {
  static override properties = {
    code: { state: true },
    validLen: { state: true },
    tenths: { state: true },
    seed: { state: true },
  };

  declare code: 'PyTorch' | 'JavaScript';
  declare validLen: number | null;
  /** The probability of dropout, in tenths. */
  declare tenths: number;
  declare seed: number;

  constructor() {
    super();
    this.code = 'PyTorch';
    this.validLen = null;
    this.tenths = 0;
    this.seed = 1;
  }

  get #id(): string {
    return firstId[this.language];
  }

  get #length(): number {
    return this.validLen ?? exampleNamed(this.#id).validLens?.[0] ?? namesOf(this.#id).length;
  }

  protected question(): unknown {
    return [this.#id, this.#length, this.tenths, this.seed];
  }

  protected async ask(core: AsyncEngine): Promise<AttentionTrace> {
    const { trace } = await traceExample(core, this.#id);
    const dropout = this.tenths > 0 ? { p: this.tenths / 10, seed: this.seed } : null;
    return core.trace(trace.Q, trace.K, trace.V, { validLens: [this.#length], dropout });
  }

  protected draw(numbers: AttentionTrace): TemplateResult {
    const { code, tenths, seed, language } = this;
    const t = words[language];
    const names = namesOf(this.#id);
    const p = fixed(tenths / 10, 1);
    return html`<div class="lab module">
      ${segments(
        t.language,
        [
          ['PyTorch', 'PyTorch'],
          ['JavaScript', 'JavaScript'],
        ] as const,
        code,
        (chosen) => {
          this.code = chosen;
        },
      )}
      ${code === 'PyTorch' ? python(this.#length, p) : javascript(this.#length, p, seed)}
      <div class="turn">
        ${slider({
          name: html`<code translate="no">valid_lens</code>`,
          value: this.#length,
          min: 1,
          max: names.length,
          change: (value) => {
            this.validLen = value;
          },
        })}
        ${slider({
          name: html`<code translate="no">p</code>`,
          value: tenths,
          min: 0,
          max: 9,
          shown: p,
          change: (value) => {
            this.tenths = value;
          },
        })}
        ${
          tenths > 0
            ? html`<button class="plain" @click=${() => {
                this.seed += 1;
              }}>${t.next}</button>`
            : nothing
        }
      </div>
      ${this.#row(numbers, names)}
    </div>`;
  }

  /** What the reading word gets, stage by stage. */
  #row({ scaled, attentionWeights, dropped, output }: AttentionTrace, names: string[]): TemplateResult {
    const { view, language } = this;
    const query = askOf(exampleNamed(this.#id), 0)?.query ?? 0;
    const rows = [names[query] ?? ''];
    const holes = names.map((_, col) => (col < this.#length ? [] : ['padding']));
    const pair = { rows, cols: names, at: query };
    const sum = (stage: { data: Float32Array }) =>
      stage.data.subarray(query * names.length, (query + 1) * names.length).reduce((total, share) => total + share, 0);
    return html`<p>${words[language].reads(names[query] ?? '')}</p>
      ${sheet(view, { ...pair, name: 'scaled', look: 'pair', hue: 'x', data: scaled })}
      ${sheet(view, { ...pair, name: 'attention_weights', look: 'share', hue: 't', data: attentionWeights, holes, topped: false })}
      ${dropped ? sheet(view, { ...pair, name: 'dropped', look: 'share', hue: 't', data: dropped, holes, topped: false }) : nothing}
      ${dropped ? html`<p data-sums>${words[language].sums(fixed(sum(attentionWeights), 2), fixed(sum(dropped), 2))}</p>` : nothing}
      ${sheet(view, { name: 'output', look: 'vector', hue: 'v', rows, cols: numbered(4), at: query, data: output })}`;
  }
}

customElements.define('x-module', Module);

export const module = (view: View): TemplateResult => html`<x-module .view=${view}></x-module>`;
