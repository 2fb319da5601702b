// Where one number comes from: the header, one sentence, the sum with its real numbers, the same as a formula, the path.
import { html, nothing, type TemplateResult } from 'lit';
import { type EditableStage, indexOf, isEditable, isPainted } from '../model/edits';
import { type Explanation, explain, firstColumn } from '../model/explain';
import { cellOf } from '../model/selection';
import { type Stage, stagesOf } from '../model/stages';
import type { View } from '../view';
import { factor, fixed, inFormula, short } from '../widgets/number';
import { numberField } from '../widgets/number-field';
import { maskNames } from './masks';
import { path } from './path';
import { numberSaid } from './problem';
import { products } from './products';
import { rowStrip } from './row-strip';
import { shares } from './shares';
import { keyTokenOf, named, tokenOf } from './token';
import './inspector.css';

export function inspector(view: View): TemplateResult {
  const { picture, at, t } = view;
  const stage = stagesOf(picture).get(at.stage) as Stage;
  const found = explain(picture, at);
  if (!found)
    return html`<aside class="inspector" tabindex="-1" aria-label=${t.inspector}>${picture.numSteps > 0 ? t.loading : t.empty}</aside>`;
  return html`<aside class="inspector" tabindex="-1" aria-label=${t.inspector} data-stage=${stage.name}>
    <header>
      <code translate="no">${address(view, stage)}</code>
      <span class="value" data-value=${found.value}>= ${former(view, found)}${found.forbidden.length === 0 && isEditable(stage, picture) ? editor(view, stage, found) : shown(found)}</span>
    </header>
    ${refusal(view)} ${rowStrip(view, stage)}
    <p class="say">${because(view, stage, found)}</p>
    ${body(view, found)} ${forbids(view, stage)} ${path(view)}
  </aside>`;
}

/** As in code, but with the tokens for indices: scores[was, dog]. */
function address(view: View, stage: Stage): TemplateResult {
  const { at, picture } = view;
  const { row, col } = cellOf(at, stage, picture);
  const isSheet = stage.sheets !== 'one';
  const head = isSheet && stage.kind !== 'parameter' && picture.numHeads > 1 ? html`${at.head}, ` : nothing;
  const column = stage.kind === 'parameter' && isSheet ? firstColumn(picture, stage, at.head) + col : col;
  if (stage.kind === 'parameter') return html`${stage.code}[${row}, ${column}]`;
  if (stage.kind === 'pair') return html`${stage.code}[${head}${named(view, row, 'q')}, ${named(view, col, 'k')}]`;
  const hue = stage.rows === 'key' ? (stage.hue === 'v' ? 'v' : 'k') : 'q';
  return html`${stage.code}[${head}${named(view, row, hue)}, ${col}]`;
}

function shown({ value, forbidden, kind }: Explanation): string {
  if (forbidden.length === 0) return short(value);
  return kind === 'mask' ? '−∞' : '0';
}

/** “0.47 →”, where masks were changed and the number with them. */
function former({ picture, at }: View, found: Explanation): TemplateResult | typeof nothing {
  const was = picture.before && explain(picture.before, at);
  return was && shown(was) !== shown(found) ? html`<span class="former">${shown(was)} → </span>` : nothing;
}

/** The number is the editor: what is written there goes back through the core. */
function editor({ act, at, picture, problem, t }: View, stage: Stage, found: Explanation): TemplateResult {
  const name = stage.name as EditableStage;
  const index = indexOf(stage, at, picture.sentence, picture);
  const here = problem && 'stage' in problem && problem.stage === name && problem.index === index ? problem : null;
  const written = numberField({
    of: `${name} ${index}`,
    shown: shown(found),
    refused: here?.text ?? null,
    take: ({ value }) => act.edit(name, index, value),
    letGo: act.giveUp,
  });
  return html`<input
      class="editor"
      aria-label=${t.edit.label}
      aria-invalid=${here !== null}
      aria-describedby="editor-note"
      title=${t.edit.hint}
      inputmode="decimal"
      autocomplete="off"
      spellcheck="false"
      ${written}
    />${
      found.kind === 'edited'
        ? html`<button class="plain" @click=${() => act.edit(name, index, null)}>${t.edit.putBack(short(found.was))}</button>`
        : nothing
    }`;
}

/** Beside the number, and as long as what is wrong with it stands. */
const refusal = ({ problem, t }: View): TemplateResult =>
  html`<p id="editor-note" class="problem" role="alert">${problem && 'stage' in problem ? numberSaid(t, problem) : nothing}</p>`;

/** Whether somebody is at the number: what the pointer passes meanwhile is not looked at. */
export const isAtNumber = (): boolean => document.activeElement?.matches('.inspector .editor') ?? false;

/** A pair can be forbidden by hand, and allowed again. */
function forbids({ act, at, picture, t }: View, { kind }: Stage): TemplateResult | typeof nothing {
  if (kind !== 'pair') return nothing;
  const pair = { sentence: picture.sentence, query: at.query, key: at.key };
  const isForbidden = isPainted(picture.inputs.painted, pair);
  return html`<p class="forbid"><button class="plain" aria-pressed=${isForbidden} @click=${() => act.paint([pair], !isForbidden)}>
    ${isForbidden ? t.edit.allow : t.edit.forbid}
  </button></p>`;
}

function because(view: View, stage: Stage, found: Explanation): TemplateResult | string {
  const { t, at, picture } = view;
  const { row, col } = cellOf(at, stage, picture);
  const because = t.because;
  const q = named(view, at.query, 'q');
  switch (found.kind) {
    case 'parameter':
      return parameter(view);
    case 'token': {
      const vector = t.vectorOf(found.source, named(view, row, stage.rows === 'key' ? 'k' : 'q'));
      return found.position === undefined ? vector : html`${vector} ${because.position}`;
    }
    case 'below':
      return because.below;
    case 'scale':
      return found.scale === null ? because.scaled(found.size) : t.edit.scaledBy;
    case 'drop':
      return found.value === 0 ? t.edit.droppedOut(found.p) : t.edit.kept(found.p);
    case 'given':
      return t.edit.given;
    case 'edited':
      return t.edit.edited(short(found.was));
    case 'copy':
      return because.copied(found.head);
    case 'mask':
      return found.forbidden.length > 0 ? because.forbidden(maskNames(view, found.forbidden)) : because.open;
    case 'shares':
      if (found.sum === 0) return because.noKey;
      return found.forbidden.length > 0 ? because.exactlyZero(maskNames(view, found.forbidden)) : because.shares(q);
    case 'products': {
      const column = found.right.index ?? col;
      if (stage.name === 'scores') return because.scores(q, named(view, at.key, 'k'));
      if (stage.name === 'Q') return because.Q(named(view, row, 'q'), column, found.left.code);
      if (stage.name === 'K') return because.K(named(view, row, 'k'), column, found.left.code);
      if (stage.name === 'V') return because.V(named(view, row, 'v'), column, found.left.code);
      return found.over === 'token' ? because.gathered(q, column) : because.mixed(q, column);
    }
  }
}

/** A parameter was learned, or is one of an identity, or was drawn and means nothing yet. */
function parameter({ t, example, state }: View): TemplateResult | string {
  if (example?.facts.trained) return t.because.learned;
  if (!example && state.identity) return t.because.identity;
  return t.because.parameter(example?.facts.seed ?? state.seed);
}

function body(view: View, found: Explanation): TemplateResult | typeof nothing {
  const { t } = view;
  switch (found.kind) {
    case 'products':
      return products(view, found);
    case 'shares':
      return shares(view, found);
    case 'scale':
      return html`<p class="eq">
        ${found.softcap === 0 ? nothing : html`<math translate="no"><mn>${found.softcap}</mn><mo>·</mo><mi>tanh</mi></math>`}
        ${
          found.scale === null
            ? html`<math translate="no"><mn>${inFormula(found.from)}</mn><mo>÷</mo><msqrt><mn>${found.size}</mn></msqrt></math>
              <math translate="no"><mo>=</mo><mn>${inFormula(found.from)}</mn><mo>÷</mo><mn>${inFormula(Math.sqrt(found.size))}</mn></math>`
            : html`<math translate="no"><mn>${inFormula(found.from)}</mn><mo>·</mo><mn>${factor(inFormula(found.scale))}</mn></math>`
        }
        <math translate="no"><mo>=</mo><mn>${inFormula(found.value)}</mn></math>
      </p>`;
    case 'drop':
      return html`<p class="eq">
        <math translate="no"><mn>${inFormula(found.from)}</mn><mo>${found.value === 0 ? '→' : '÷'}</mo><mn>${found.value === 0 ? '0' : inFormula(1 - found.p)}</mn></math>
        ${found.value === 0 ? nothing : html`<math translate="no"><mo>=</mo><mn>${inFormula(found.value)}</mn></math>`}
      </p>`;
    case 'mask':
      return html`<p class="eq">
        <math translate="no"><mn>${inFormula(found.from)}</mn><mo>→</mo><mn>${found.forbidden.length > 0 ? '−∞' : inFormula(found.value)}</mn></math>
      </p>`;
    case 'token':
      return html`<p class="eq">
        ${(view.at.stage === 'keys' ? keyTokenOf : tokenOf)(view, found.token)}
        <math translate="no"><mo>:</mo><mn>${inFormula(found.embedding)}</mn></math>
        ${
          found.position === undefined
            ? nothing
            : html`<math translate="no"><mo form="infix">+</mo><mn>${factor(inFormula(found.position))}</mn></math><math translate="no"><mo>=</mo><mn>${inFormula(found.value)}</mn></math>
              <span class="parts">${t.vector} + ${t.positionPart}</span>`
        }
      </p>`;
    default:
      return html`<p class="eq"><math translate="no"><mn>${fixed(found.value, 6)}</mn></math></p>`;
  }
}
