// §19: one block of a Transformer encoder, step by step. Attention is the engine's; what stands around it is the
// lesson's own module, fetched when somebody steps beyond attention.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine, Tensor } from 'xattention';
import { arrivalWords } from '../../i18n/arrivals';
import { tokenNames } from '../../model/tokens';
import type { View } from '../../view';
import { niceExtent } from '../../widgets/ramp';
import { openLessonCore } from '../core';
import { segments } from './dials';
import { encoderWords } from './encoder-words';
import { Lab } from './lab';
import { shapeText } from './reading';
import './remark.css';
import { sheet } from './sheet';
import { traceExample } from './traced';

const id = 'tense';
/** Columns between W_1 and W_2, and what they are drawn from. */
const width = 16;
const seed = 1;

export const encoderSteps = ['input', 'attention', 'norm', 'feed', 'norm again'] as const;
export type EncoderStep = (typeof encoderSteps)[number];

/** The matrices of a step, by name, in the order in which they are made. */
type Made = Partial<Record<EncoderStep, Record<string, Tensor>>>;

interface Numbers {
  tokens: readonly string[];
  made: Made;
  /** Why the lesson's module gave nothing. */
  problem?: unknown;
}

/** The one matrix of a batch of one. */
const single = ({ data, shape }: Tensor): Tensor => ({ data, shape: shape.slice(-2) });

async function around(X: Tensor, attention: Tensor): Promise<Made> {
  const lesson = openLessonCore();
  try {
    const first = await lesson.addNorm(X, attention);
    const feed = await lesson.feedForward(first.output, width, seed);
    const second = await lesson.addNorm(first.output, feed.output);
    return {
      norm: { 'X + attention': first.sum, normalised: first.output },
      feed: { 'max(0, … W_1 + b_1)': feed.rectified, '… W_2 + b_2': feed.output },
      'norm again': { 'before + feed-forward': second.sum, output: second.output },
    };
  } finally {
    lesson.close();
  }
}

class EncoderBlock extends Lab<Numbers> {
  static override properties = { ...Lab.properties, step: { state: true } };

  declare step: EncoderStep;

  constructor() {
    super();
    this.step = 'input';
  }

  get #isBeyond(): boolean {
    return this.step !== 'input' && this.step !== 'attention';
  }

  protected override question(): unknown {
    return this.#isBeyond;
  }

  protected override async ask(core: AsyncEngine): Promise<Numbers> {
    const { example, X, trace } = await traceExample(core, id);
    const [input, attention] = [single(X), single(trace.output)];
    const tokens = tokenNames(example.sentences[0] ?? []);
    const made: Made = { input: { X: input }, attention: { output: attention } };
    if (!this.#isBeyond) return { tokens, made };
    try {
      return { tokens, made: { ...made, ...(await around(input, attention)) } };
    } catch (error) {
      return { tokens, made, problem: error };
    }
  }

  protected override draw({ tokens, made, problem }: Numbers): TemplateResult {
    const { language, step } = this;
    const t = encoderWords[language];
    const matrices = Object.entries(made[step] ?? {});
    return html`<div class="lab encoder" data-step=${step}>
      <h4>${t.title}</h4>
      ${segments(
        t.steps,
        encoderSteps.map((name, i) => [name, html`${i + 1} ${t.names[name]}`] as const),
        step,
        (chosen) => {
          this.step = chosen;
        },
      )}
      <p>${t.say[step]}</p>
      ${matrices.length > 0 ? matrices.map(([name, matrix]) => this.#matrix(name, matrix, tokens)) : this.#missing(problem)}
    </div>`;
  }

  #missing(problem: unknown): TemplateResult {
    return problem === undefined
      ? html`<p class="waiting">${this.t.waiting}</p>`
      : html`<p class="problem">${encoderWords[this.language].failed(problem)}</p>
          <button class="plain" @click=${this.again}>${arrivalWords[this.language].again}</button>`;
  }

  #matrix(name: string, matrix: Tensor, tokens: readonly string[]): TemplateResult {
    return sheet(this.view, {
      name,
      caption: html`<code translate="no" class="code">${name}</code> <span class="measure">${shapeText(matrix.shape)}</span>`,
      look: 'vector',
      hue: name === 'X' ? 'x' : 'v',
      rows: tokens,
      cols: Array.from({ length: matrix.shape[1] ?? 0 }, (_, i) => String(i)),
      data: matrix,
      extent: niceExtent(matrix.data),
    });
  }
}

customElements.define('x-encoder-block', EncoderBlock);

export const encoderBlock = (view: View): TemplateResult => html`<x-encoder-block .view=${view}></x-encoder-block>`;
