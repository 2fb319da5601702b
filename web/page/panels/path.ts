// The way of one pair through the formula, as knots: upstream at the left, downstream at the right.
import { html, type TemplateResult } from 'lit';
import { forbiddenBy } from '../model/picture';
import { cellOf } from '../model/selection';
import { sheetOf } from '../model/sheets';
import { type Stage, type StageName, stagesOf } from '../model/stages';
import type { View } from '../view';
import { scrollHint } from '../widgets/scroll-hint';
import { printedAt } from './printed';
import './path.css';

const knots: StageName[] = [
  'X',
  'queries',
  'keys',
  'Q',
  'K',
  'scores',
  'scaled',
  'masked',
  'attentionWeights',
  'dropped',
  'V',
  'heads',
  'concat',
  'output',
];

export function path(view: View): TemplateResult {
  const { picture, at, selected, t, act } = view;
  const stages = stagesOf(picture);
  const present = knots.flatMap((name) => stages.get(name) ?? []);
  return html`<ol class="path" aria-label=${t.path} data-more="" ${scrollHint()}>
    ${present.map(
      (stage) => html`<li class=${stage.name === at.stage ? 'now' : ''}>
        <button aria-current=${stage.name === at.stage ? 'true' : 'false'} @click=${() => act.select({ ...selected, ...at, stage: stage.name })}>
          <span class="symbol" translate="no">${symbolOf(view, stage)}</span><i class="dot"></i><span class="n">${knotOf(view, stage)}</span>
        </button>
      </li>`,
    )}
  </ol>`;
}

function symbolOf({ t }: View, { name }: Stage): unknown {
  if (name === 'scaled') return html`÷√<i>d</i>`;
  if (name === 'masked') return t.knots.mask;
  if (name === 'attentionWeights') return t.knots.share;
  return name.length === 1 ? html`<i>${name}</i>` : name;
}

function knotOf({ picture, at, t }: View, stage: Stage): string {
  if (stage.name === 'masked')
    return forbiddenBy(picture, at.query, at.key).length > 0 ? t.knots.forbidden : t.knots.allowed;
  const sheet = sheetOf(picture, stage, at.head);
  const { row, col } = cellOf(at, stage, picture);
  return sheet ? printedAt(picture, stage, sheet, row, col) : '';
}
