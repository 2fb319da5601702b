// The same steps as functions, beside what the lesson calls them and what they hold now.
import { html, type TemplateResult } from 'lit';
import type { Picture } from '../model/picture';
import { cellOf } from '../model/selection';
import { sheetOf, valueAt } from '../model/sheets';
import { headSize, type Stage, type StageName, shapeOf, stagesOf } from '../model/stages';
import type { View } from '../view';
import { short } from '../widgets/number';
import './code.css';
import { stageNamed } from './figure/parts';
import { printedAt } from './printed';
import { named } from './token';

interface Line {
  stage: StageName;
  code: TemplateResult;
  lesson: string;
}

const q = html`<b class="q">Q</b>`;
const k = html`<b class="k">K</b>`;
const v = html`<b class="v">V</b>`;
const weights = html`<b class="t">attention_weights</b>`;

/** From Q to output; heads split the projections and join what they gathered. */
function lines(picture: Picture): Line[] {
  const { numHeads, reads, drops } = picture;
  const gathered = numHeads > 1 ? 'heads' : 'output';
  const shared = picture.numKvHeads < numHeads ? `.repeat_interleave(${numHeads / picture.numKvHeads}, dim=1)` : '';
  return [
    ...(reads === 'given' ? [] : projections(picture)),
    {
      stage: 'scores',
      code: html`scores = ${q} @ ${k}${shared}.mT`,
      lesson: 'torch.bmm(queries, keys.transpose(1, 2))',
    },
    { stage: 'scaled', code: html`scaled = ${scaling(picture)}`, lesson: '… / math.sqrt(d)  # its scores' },
    {
      stage: 'masked',
      code: html`masked = scaled.masked_fill(~keep, -math.inf)`,
      lesson: 'masked_softmax(scores, valid_lens)',
    },
    {
      stage: 'attentionWeights',
      code: html`${weights} = masked.softmax(-1)`,
      lesson: 'masked_softmax(scores, valid_lens)',
    },
    ...(drops
      ? [
          {
            stage: 'dropped' as const,
            code: html`<b class="t">dropped</b> = F.dropout(${weights}, ${picture.inputs.dropout})`,
            lesson: 'self.dropout(self.attention_weights)',
          },
        ]
      : []),
    {
      stage: gathered,
      code: html`<b class="v">${gathered}</b> = ${drops ? html`<b class="t">dropped</b>` : weights} @ ${v}${shared}`,
      lesson: 'torch.bmm(dropout(attention_weights), values)',
    },
    ...(numHeads > 1 && reads !== 'given' ? joined : []),
  ];
}

function projections(picture: Picture): Line[] {
  const { numHeads, numKvHeads, reads } = picture;
  const [asks, answers, hands] = reads === 'another' ? ['queries', 'keys', 'values'] : ['X', 'X', 'X'];
  const line = (letter: unknown, of: string, parameter: string, heads: number): TemplateResult =>
    numHeads > 1
      ? html`${letter} = (${of} @ ${parameter}).unflatten(-1, (${heads}, ${headSize(picture)})).transpose(1, 2)`
      : html`${letter} = ${of} @ ${parameter}`;
  return [
    {
      stage: 'Q',
      code: line(q, asks as string, 'W_q', numHeads),
      lesson: `queries = W_q(${asks})  # nn.Linear(bias=False)`,
    },
    { stage: 'K', code: line(k, answers as string, 'W_k', numKvHeads), lesson: `keys = W_k(${answers})` },
    { stage: 'V', code: line(v, hands as string, 'W_v', numKvHeads), lesson: `values = W_v(${hands})` },
  ];
}

function scaling(picture: Picture): string {
  const { scale, softcap } = picture.inputs;
  const scaled = scale === null ? `scores / math.sqrt(${headSize(picture)})` : `scores * ${scale}`;
  return softcap === 0 ? scaled : `${softcap} * torch.tanh((${scaled}) / ${softcap})`;
}

const joined: Line[] = [
  {
    stage: 'concat',
    code: html`concat = <b class="v">heads</b>.transpose(1, 2).flatten(-2)`,
    lesson: 'transpose_output(output, num_heads)',
  },
  { stage: 'output', code: html`<b class="v">output</b> = concat @ W_o`, lesson: 'W_o(output_concat)' },
];

export function code(view: View): TemplateResult {
  const { t, picture } = view;
  return html`<section class="pytorch">
    <h2>${t.code}</h2>
    <p class="sub">${t.codeSay}</p>
    <ol>
      ${lines(picture).map((line) => row(view, line))}
    </ol>
    <p class="aside">${t.codeNote}</p>
  </section>`;
}

/** A parameter lights the line that uses it. */
function isLit(at: StageName, line: StageName): boolean {
  return at === line || { W_q: 'Q', W_k: 'K', W_v: 'V', W_o: 'output' }[at as string] === line;
}

function row(view: View, { stage: name, code: text, lesson }: Line): TemplateResult {
  const { at, selected, picture, act, t } = view;
  const stage = stageNamed(view, name);
  return html`<li class=${isLit(at.stage, name) ? 'lit' : ''}>
    <button class="line" aria-current=${isLit(at.stage, name) ? 'true' : 'false'} @click=${() => act.select({ ...selected, stage: name })}>
      <code translate="no">${text}</code>
    </button>
    <code translate="no" class="lesson" title=${t.codeLesson}>${lesson}</code>
    <span class="holds"><span class="shape" translate="no">(${shapeOf(stage, picture).numbers.join(', ')})</span>${held(view, stage)}</span>
  </li>`;
}

/** The selected pair, or the selected row of a vector. */
function held(view: View, stage: Stage): TemplateResult {
  const { picture, at } = view;
  const sheet = sheetOf(picture, stagesOf(picture).get(stage.name) as Stage, at.head);
  if (!sheet || sheet.data.length === 0) return html``;
  const { row, col } = cellOf(at, stage, picture);
  const hue = stage.rows === 'key' ? (stage.hue === 'v' ? 'v' : 'k') : 'q';
  if (stage.kind === 'pair') {
    return html`<span class="who">[${named(view, row, 'q')}, ${named(view, col, 'k')}]</span><b class="n">${printedAt(picture, stage, sheet, row, col)}</b>`;
  }
  const values = Array.from({ length: Math.min(sheet.cols, 4) }, (_, i) => short(valueAt(sheet, row, i)));
  return html`<span class="who">[${named(view, row, hue)}]</span><b class="n">${values.join('  ')}${sheet.cols > 4 ? ' …' : ''}</b>`;
}
