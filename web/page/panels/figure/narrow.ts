// One block for each stage, one under another, each with its own sentences; the inspector under the touched matrix.
import { html, nothing, type TemplateResult } from 'lit';
import { type StageName, type Step, stagesOf } from '../../model/stages';
import type { View } from '../../view';
import { inspector } from '../inspector';
import { legend } from '../legend';
import { fitNarrow, type Looks } from './fit';
import { heading } from './heading';
import { caption, columnLabels, keyLabels, letter, matrix, operation, rowLabels, rowSums, stageNamed } from './parts';

export function narrow(view: View): TemplateResult {
  const { picture, at } = view;
  const looks = fitNarrow(Math.min(720, view.width) - 32, picture);
  const touched = stagesOf(picture).get(at.stage)?.step;
  const block = (steps: Step[], drawing: TemplateResult) => html`<div class="block">
    ${steps.map((step) => heading(view, step))} ${drawing}
    ${touched && steps.includes(touched) ? inspector(view) : nothing}
  </div>`;
  return html`
    ${block(['input', 'project'], projections(view, looks))} ${block(['match'], match(view, looks))}
    ${block(['scale'], pairs(view, 'scaled', looks, operation(html`÷ √<i>d</i>`, 'scaled')))}
    ${block(['mask'], pairs(view, 'masked', looks, operation('mask', 'masked')))}
    ${block(['share'], pairs(view, 'attentionWeights', looks, operation('softmax', 'attention_weights')))}
    ${picture.drops ? block(['drop'], pairs(view, 'dropped', looks, operation('dropout', 'dropped'))) : nothing}
    ${block(['gather'], gather(view, looks))}
    ${picture.numHeads > 1 && picture.reads !== 'given' ? html`${block(['join'], join(view, looks))} ${block(['mix'], mix(view, looks))}` : nothing}
    ${legend(view)}
  `;
}

function projections(view: View, looks: Looks): TemplateResult {
  const { reads } = view.picture;
  const column = (name: StageName, sub: string, parameter: StageName) => html`<div class="column">
    ${reads === 'given' ? nothing : html`${letter(view, 'W', sub)} ${matrix(view, parameter, looks[parameter])}`}
    <div class="apart">${matrix(view, name, looks[name])}</div>
    ${caption(view, name, html`<i class="letter" translate="no">${name}</i>`)}
  </div>`;
  const input = (name: 'X' | 'queries' | 'keys', labels: typeof rowLabels) => html`<div class="column first">
    <div class="beside">${labels(view, looks[name].height)} ${matrix(view, name, looks[name])}</div>
    <div class="indent">${caption(view, name, name === 'X' ? html`<i class="letter" translate="no">X</i>` : html`<code translate="no" class="code">${name}</code>`)}</div>
  </div>`;
  const [Q, K, V] = [column('Q', 'q', 'W_q'), column('K', 'k', 'W_k'), column('V', 'v', 'W_v')];
  // Who answers stands in a line of its own, with what it hands over.
  if (reads === 'another')
    return html`<div class="upper">${input('queries', rowLabels)} ${Q}</div>
      <div class="upper">${input('keys', keyLabels)} ${K} ${V}</div>`;
  const first =
    reads === 'given'
      ? html`<div class="column first">${rowLabels(view, looks.Q.height)}</div>`
      : input('X', rowLabels);
  return html`<div class="upper">${first} ${Q} ${K} ${V}</div>`;
}

function match(view: View, looks: Looks): TemplateResult {
  return html`<div class="crossing">
    <div class="over"><span class="letter k" translate="no">K<sup>⊤</sup></span></div>
    <div class="over">${columnLabels(view, looks.scores.width)} ${matrix(view, 'K', looks['K^T'], true)}</div>
    <div class="beside">${rowLabels(view, looks.scores.height)} ${matrix(view, 'Q', { ...looks['lower Q'], height: looks.scores.height })}</div>
    <div>${matrix(view, 'scores', looks.scores)}</div>
    <div class="indent">${caption(view, 'Q', html`<i class="letter" translate="no">Q</i>`)}</div>
    ${caption(view, 'scores', operation(html`<i class="q">Q</i><i class="k">K</i><sup class="k">⊤</sup>`, 'scores'))}
  </div>`;
}

function pairs(view: View, name: StageName, looks: Looks, title: TemplateResult): TemplateResult {
  const look = looks[name];
  return html`<div class="crossing">
    <div></div>
    <div class="over">${columnLabels(view, look.width)}</div>
    ${rowLabels(view, look.height)}
    <div class="beside">${matrix(view, name, look)} ${name === 'attentionWeights' ? rowSums(view, look.height) : nothing}</div>
    <div></div>
    ${caption(view, name, title)}
  </div>`;
}

function gather(view: View, looks: Looks): TemplateResult {
  const name: StageName = view.picture.numHeads > 1 ? 'heads' : 'output';
  const weights: StageName = view.picture.drops ? 'dropped' : 'attentionWeights';
  return html`<div class="crossing">
    <div class="over end"><span class="letter v" translate="no">V</span></div>
    <div class="over">${matrix(view, 'V', looks['lower V'])}</div>
    <div class="beside">${rowLabels(view, looks[name].height)} ${matrix(view, weights, looks['lower weights'])}</div>
    <div>${matrix(view, name, looks[name])}</div>
    <div class="indent">${caption(view, weights, operation(view.picture.drops ? 'dropout' : 'softmax', stageNamed(view, weights).code))}</div>
    ${caption(view, name, operation(html`· <i class="v">V</i>`, name))}
  </div>`;
}

function join(view: View, looks: Looks): TemplateResult {
  return html`<div class="crossing">
    ${rowLabels(view, looks.concat.height)}
    <div>${matrix(view, 'concat', looks.concat)}</div>
    <div></div>
    ${caption(view, 'concat', operation(view.t.heads, 'concat'))}
  </div>`;
}

function mix(view: View, looks: Looks): TemplateResult {
  return html`<div class="crossing">
    <div class="over end">${letter(view, 'W', 'o')}</div>
    <div class="over">${matrix(view, 'W_o', looks.W_o)}</div>
    ${rowLabels(view, looks.output.height)}
    <div>${matrix(view, 'output', looks.output)}</div>
    <div></div>
    ${caption(view, 'output', operation(html`· <i>W</i><sub>o</sub>`, 'output'))}
  </div>`;
}
