// Two bands. Upper: X, and W above Q K V. Lower: one line through Q, scores, scaled, masked, weights and output,
// with Kᵀ above the scores and V above the output. Heads add a third: concat, and W_o above the output.
import { html, nothing, type TemplateResult } from 'lit';
import { headSize, type StageName } from '../../model/stages';
import type { View } from '../../view';
import { px } from '../../widgets/screen';
import { style } from '../../widgets/style';
import type { Thread } from '../../widgets/threads';
import { inspector } from '../inspector';
import { legend } from '../legend';
import { fitWide, type Looks } from './fit';
import { caption, columnLabels, keyLabels, letter, matrix, operation, rowLabels, rowSums } from './parts';

const upperStages = new Set<StageName>(['X', 'queries', 'keys', 'W_q', 'W_k', 'W_v', 'Q', 'K', 'V']);
const thirdStages = new Set<StageName>(['concat', 'W_o', 'output']);

/** Where a column of V is what is read. */
const gathers = new Set<StageName>(['V', 'heads', 'output']);

const threadsDrawn = 16;

export function wide(view: View): TemplateResult {
  const { picture, at, selected } = view;
  const { looks, pocket } = fitWide(Math.min(1280, view.width) - 96, picture, selected.stage);
  // The inspector opens in the pocket nearest the cell, the legend in the other.
  const beyond = picture.numHeads > 1 && thirdStages.has(at.stage);
  const above = pocket && upperStages.has(at.stage);
  const [upper, lower] = above ? [inspector(view), legend(view)] : [legend(view), beyond ? nothing : inspector(view)];
  return html`<div class="loom">
    <x-threads .threads=${threads(view)} .version=${JSON.stringify([picture.numSteps, picture.numHiddens, picture.numHeads, view.width, selected.stage, pocket, picture.numKvPairs, picture.reads, picture.drops, picture.numKvPairs > threadsDrawn && at.key])}></x-threads>
    ${upperBand(view, looks, pocket ? upper : nothing)} ${lowerBand(view, looks, lower)}
    ${picture.numHeads > 1 && picture.reads !== 'given' ? thirdBand(view, looks, beyond ? inspector(view) : nothing) : nothing}
    ${pocket ? nothing : html`<div class="legend-below">${upper}</div>`}
  </div>`;
}

function upperBand(view: View, looks: Looks, pocket: unknown): TemplateResult {
  const { reads } = view.picture;
  const made = (name: 'Q' | 'K' | 'V', sub: string, parameter: StageName) => html`<div class="column">
    ${
      reads === 'given'
        ? nothing
        : html`${caption(view, parameter, letter(view, 'W', sub), 'above')} ${matrix(view, parameter, looks[parameter])}`
    }
    <div class="apart">${matrix(view, name, looks[name])}</div>
    ${caption(view, name, letter(view, name))}
    ${name === 'K' ? html`<p class="turns k">${view.t.turns}</p>` : nothing}
  </div>`;
  const [Q, K, V] = [made('Q', 'q', 'W_q'), made('K', 'k', 'W_k'), made('V', 'v', 'W_v')];
  return html`<div class="upper">
    ${inputs(view, looks)} ${Q} ${reads === 'another' ? input(view, 'keys', looks, keyLabels) : nothing} ${K} ${V}
    <div class="pocket">${pocket}</div>
  </div>`;
}

/** What the projections start from: X, or who asks; labels alone where Q, K and V are given. */
function inputs(view: View, looks: Looks): TemplateResult {
  switch (view.picture.reads) {
    case 'itself':
      return input(view, 'X', looks, rowLabels);
    case 'another':
      return input(view, 'queries', looks, rowLabels);
    case 'given':
      return html`<div class="column first given">${rowLabels(view, looks.Q.height)}</div>`;
  }
}

function input(view: View, name: 'X' | 'queries' | 'keys', looks: Looks, labels: typeof rowLabels): TemplateResult {
  const symbol = name === 'X' ? letter(view, 'X') : html`<code translate="no" class="code">${name}</code>`;
  return html`<div class="column first">
    <div class="beside">${labels(view, looks[name].height)} ${matrix(view, name, looks[name])}</div>
    <div class="indent">${caption(view, name, symbol)}</div>
  </div>`;
}

function lowerBand(view: View, looks: Looks, pocket: unknown): TemplateResult {
  const { picture, at, t } = view;
  const gathered: StageName = picture.numHeads > 1 ? 'heads' : 'output';
  const line = style({ '--at': at.query, '--h': px(looks.Q.height) });
  return html`<div class="lower ${picture.numSteps === 0 ? 'bare' : ''} ${picture.drops ? 'drops' : ''}">
    ${picture.numSteps > 0 ? html`<div class="reading-line" ${line}></div><div class="reading-band" ${line}></div>` : nothing}
    <div class="labels-cell">${rowLabels(view, looks.Q.height)}</div>
    <div class="over in-scores ${view.step === 'match' ? 'turning' : ''}">
      <span class="letter k" translate="no">K<sup>⊤</sup></span>
      ${columnLabels(view, looks.scores.width)} ${matrix(view, 'K', looks['K^T'], true)}
    </div>
    <div class="pocket">${pocket}</div>
    ${(['scaled', 'masked'] as const).map((name) =>
      looks[name].width > looks.scores.width
        ? html`<div class="over low in-${name}">${columnLabels(view, looks[name].width)}</div>`
        : nothing,
    )}
    <div class="over low in-weights">${columnLabels(view, looks.attentionWeights.width)}</div>
    <div class="over in-gathered"><span class="letter v" translate="no">V</span>${matrix(view, 'V', looks['lower V'])}</div>
    <div class="cell in-queries">${matrix(view, 'Q', looks['lower Q'])}</div>
    <div class="cell in-scores">${matrix(view, 'scores', looks.scores)}</div>
    <div class="cell in-scaled">${matrix(view, 'scaled', looks.scaled)}</div>
    <div class="cell in-masked">${matrix(view, 'masked', looks.masked)}</div>
    <div class="cell in-weights">${matrix(view, 'attentionWeights', looks.attentionWeights)}</div>
    <div class="cell in-row-sums">${rowSums(view, looks.Q.height)}</div>
    ${
      picture.drops
        ? html`<div class="cell in-dropped">${matrix(view, 'dropped', looks.dropped)}</div>
          <div class="foot in-dropped">${caption(view, 'dropped', operation('dropout', 'dropped'))}</div>`
        : nothing
    }
    <div class="cell in-gathered">${matrix(view, gathered, looks[gathered])}</div>
    <div class="foot in-queries">${caption(view, 'Q', letter(view, 'Q'))}</div>
    <div class="foot in-scores">${caption(view, 'scores', operation(html`<i class="q">Q</i><i class="k">K</i><sup class="k">⊤</sup>`, 'scores'))}</div>
    <div class="foot in-scaled">${caption(view, 'scaled', operation(html`÷ √<i>d</i>`, 'scaled'))}</div>
    <div class="foot in-masked">${caption(view, 'masked', operation('mask', 'masked'))}</div>
    <div class="foot in-weights">${caption(view, 'attentionWeights', operation('softmax', 'attention_weights'))}</div>
    <div class="foot in-row-sums"><span class="cap">${t.rowSum}</span></div>
    <div class="foot in-gathered">${caption(view, gathered, operation(html`· <i class="v">V</i>`, gathered))}</div>
  </div>`;
}

function thirdBand(view: View, looks: Looks, pocket: unknown): TemplateResult {
  return html`<div class="third">
    <div class="column first">
      <div class="beside">${rowLabels(view, looks.concat.height)} ${matrix(view, 'concat', looks.concat)}</div>
      <div class="indent">${caption(view, 'concat', operation(view.t.heads, 'concat'))}</div>
    </div>
    <div class="column">
      ${caption(view, 'W_o', letter(view, 'W', 'o'), 'above')} ${matrix(view, 'W_o', looks.W_o)}
      <div class="apart">${matrix(view, 'output', looks.output)}</div>
      ${caption(view, 'output', operation(html`· <i>W</i><sub>o</sub>`, 'output'))}
    </div>
    <div class="pocket">${pocket}</div>
  </div>`;
}

function threads({ picture, at }: View): Thread[] {
  const { numSteps, numKvPairs } = picture;
  if (numSteps === 0) return [];
  const size = headSize(picture);
  // Of many only every second, third … is drawn, so that they stay threads; the lit one always is.
  const each = (count: number, make: (index: number) => Thread, lit = -1) =>
    Array.from({ length: count }, (_, i) => i)
      .filter((i) => i % Math.ceil(count / threadsDrawn) === 0 || i === lit)
      .map(make);
  const bottom = (stage: string, index: number) => ({
    of: `.upper [data-stage="${stage}"]`,
    side: 'bottom' as const,
    index,
    count: size,
    gap: 58,
  });
  const top = (of: string, index: number, count: number) => ({ of, side: 'top' as const, index, count });
  return [
    ...each(size, (i) => ({
      from: bottom('Q', i),
      to: top('.lower [data-stage="Q"]', i, size),
      hue: 'q',
      lit: at.stage === 'Q' && i === at.feature,
      way: 'fall',
    })),
    ...each(
      numKvPairs,
      (i) => ({
        from: { of: '.upper [data-stage="K"]', side: 'left', index: i, count: numKvPairs },
        to: top('.lower .over.in-scores .tops', i, numKvPairs),
        hue: 'k',
        lit: i === at.key,
        way: 'around',
      }),
      at.key,
    ),
    ...each(size, (i) => ({
      from: bottom('V', i),
      to: top('.lower .over.in-gathered .letter', i, size),
      hue: 'v',
      lit: gathers.has(at.stage) && i === at.feature,
      way: 'over',
    })),
  ];
}
