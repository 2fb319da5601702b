// One cell of a matrix as an element: a bar on a baseline, a colour, or a hole.
// Where it printed another number before, a folded corner or a dashed ghost shows what that was.
import { html, nothing, type TemplateResult } from 'lit';
import { short } from './number';
import type { Ramp } from './ramp';
import { style } from './style';

export interface CellSpec {
  row: number;
  col: number;
  value: number;
  was: number | undefined;
  /** Room for a number in characters; 0 is folded, and the number is for readers of the screen alone. */
  digits: 0 | 4 | 5;
  /** Its hatches; any make it a hole. */
  holes: readonly string[];
  holeText: string;
  /** Colours; without them the cell is a bar. */
  ramp: Ramp | undefined;
  extent: number;
}

export function cell(spec: CellSpec): TemplateResult {
  if (spec.holes.length > 0) return hole(spec);
  return spec.ramp ? colour(spec, spec.ramp) : bar(spec);
}

const printed = ({ value, digits }: CellSpec): string => short(value, digits || 5);

/** What it was, if that would print differently; a new hole does so even over a number that rounds to it. */
function changed({ value, was, digits, holes }: CellSpec): number | undefined {
  if (was === undefined) return undefined;
  const same = holes.length > 0 ? was === value : short(value, digits || 5) === short(was, digits || 5);
  return same ? undefined : was;
}

function bar(spec: CellSpec): TemplateResult {
  const { row, col, value, extent } = spec;
  const was = changed(spec);
  const size = (number: number) => style({ '--m': (Math.min(1, Math.abs(number) / extent) || 0).toFixed(3) });
  const side = (number: number) => (number < 0 ? 'down' : 'up');
  return html`<span role="gridcell" class="c" data-row=${row} data-col=${col} data-value=${value}
    ><b>${printed(spec)}</b><i class=${side(value)} ${size(value)}></i
    >${was === undefined ? nothing : html`<i class="ghost ${side(was)}" ${size(was)}></i>`}</span
  >`;
}

function colour(spec: CellSpec, ramp: Ramp): TemplateResult {
  const { row, col, value } = spec;
  const paint = Number.isNaN(value) ? null : ramp.paint(value);
  return html`<span
    role="gridcell"
    class="c"
    data-row=${row}
    data-col=${col}
    data-value=${value}
    ${style({ background: paint?.background ?? null, color: paint?.text ?? null })}
    ><b>${printed(spec)}</b>${corner(spec)}</span
  >`;
}

function hole(spec: CellSpec): TemplateResult {
  const { row, col, value, holes, holeText } = spec;
  return html`<span
    role="gridcell"
    class="c hole"
    data-row=${row}
    data-col=${col}
    data-value=${value}
    data-holes=${holes.join(' ')}
    ><b>${holeText || nothing}</b>${corner(spec)}</span
  >`;
}

function corner(spec: CellSpec): TemplateResult | typeof nothing {
  const was = changed(spec);
  if (was === undefined) return nothing;
  const before = Number.isFinite(was) ? (spec.ramp?.paint(was).background ?? null) : 'var(--sunk)';
  return html`<i class="corner" ${style({ '--was': before })}></i>`;
}
