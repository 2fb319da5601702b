// Who reads whom: the tokens with ribbons; two lines where the keys are other tokens; colours where there are many.
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { directionOf } from '../model/signs';
import { pad } from '../model/tokens';
import { style } from '../widgets/style';
import { turn } from './radios';
import { isCross, printed, rowOf, type Scene, tokenAlone, tokenIn } from './scene';

/** More tokens than this are a paragraph. */
const mostInLine = 40;

/** What a token of a line is chosen as. */
type Part = 'query' | 'key';

export function sentence(scene: Scene): TemplateResult {
  const { tokens, keys } = scene.attention;
  const cross = isCross(scene);
  if (Math.max(tokens.length, keys.length) > mostInLine)
    return html`${cross ? group(scene, 'key', 'paragraph') : nothing} ${group(scene, 'query', 'paragraph')}`;
  return html`<div class="scroller">${cross ? twoLines(scene) : oneLine(scene)}</div>`;
}

/** Ribbons are measured anew when this changes. */
const version = ({ attention, width }: Scene): string => JSON.stringify([attention.tokens, attention.keys, width]);
const shares = ({ sheet, at }: Scene): Float32Array => rowOf(sheet, at.query);
const sizeOf = (count: number): string => (count > 12 ? 'long' : '');

function oneLine(scene: Scene): TemplateResult {
  const ribbons = html`<attention-inspector-ribbons
    .shares=${shares(scene)}
    .reader=${scene.at.query}
    .version=${version(scene)}
  ></attention-inspector-ribbons>`;
  return group(scene, 'query', `reading ${sizeOf(scene.attention.tokens.length)}`, ribbons);
}

function twoLines(scene: Scene): TemplateResult {
  const { tokens, keys } = scene.attention;
  const size = sizeOf(Math.max(tokens.length, keys.length));
  return html`<div class="lines">
    ${group(scene, 'key', `reading ${size}`)}
    <attention-inspector-crossing
      .shares=${shares(scene)}
      .reader=${scene.at.query}
      .version=${version(scene)}
    ></attention-inspector-crossing>
    ${group(scene, 'query', `reading ${size}`)}
  </div>`;
}

interface Taken {
  shares: Float32Array;
  most: number;
}

function takenBy(scene: Scene): Taken {
  const row = shares(scene);
  return { shares: row, most: Math.max(...row) };
}

/** The tokens of one line; the tab key reaches the chosen one, arrows go on from there. */
function group(
  scene: Scene,
  part: Part,
  looks: string,
  behind: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { attention, t } = scene;
  const count = part === 'query' ? attention.tokens.length : attention.keys.length;
  // Who is read says what is taken from it.
  const taken = part === 'key' || !isCross(scene) ? takenBy(scene) : undefined;
  return html`<div
    class="${looks} ${part}"
    dir=${directionOf(part === 'query' ? attention.tokens : attention.keys, (token) => token === pad)}
    role="radiogroup"
    aria-label=${part === 'query' ? t.reader : t.read}
    @keydown=${(event: KeyboardEvent) => turn(event, scene.chosen[part], (i) => scene.choose({ [part]: i }))}
  >
    ${behind} ${Array.from({ length: count }, (_, i) => word(scene, part, i, taken))}
  </div>`;
}

function word(scene: Scene, part: Part, i: number, taken: Taken | undefined): TemplateResult {
  const { at, chosen, attention, readers, read } = scene;
  const line = part === 'query' ? readers : read;
  const share = taken?.shares[i];
  const most = taken !== undefined && share === taken.most;
  const many = Math.max(attention.tokens.length, attention.keys.length) > mostInLine;
  const paint = many && share !== undefined ? scene.colours.ramp.paint(share) : undefined;
  return html`<button
    role="radio"
    data-item=${part === 'query' ? i : nothing}
    data-key=${part === 'key' ? i : nothing}
    aria-checked=${at[part] === i}
    tabindex=${chosen[part] === i ? 0 : -1}
    class=${classMap({ word: true, key: taken !== undefined && i === at.key && (part === 'key' || i !== at.query), most })}
    @click=${() => scene.choose({ [part]: i })}
  >
    <span class="w" ${style({ background: paint?.background ?? null, color: paint?.text ?? null })}>${many ? tokenAlone(line, i) : tokenIn(line, i)}</span
    >${share === undefined ? nothing : html`<span class="share ${many ? 'sr' : ''}">${printed(share, 2)}</span>`}
  </button>`;
}
