// Small drawings of many numbers: how they are spread, what each share is, how a measure goes with a size.
// They stretch to their room; what they say in words stands beside them.
import { html, svg, type TemplateResult } from 'lit';
import { style } from '../../widgets/style';
import './charts.css';

/** How often values fall into each of `bins` equal parts of ±extent; what lies beyond counts into the last ones. */
export function histogram(
  label: string,
  hue: string,
  values: Float32Array,
  extent: number,
  bins: number,
): TemplateResult {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.floor(((value + extent) / (2 * extent)) * bins);
    const at = Math.max(0, Math.min(bins - 1, bin));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  return bars(
    label,
    hue,
    counts.map((count) => count / most),
  );
}

/** Bars from a baseline, each a share of the height. */
export function bars(label: string, hue: string, heights: readonly number[]): TemplateResult {
  const width = 100 / heights.length;
  return html`<svg class="chart" role="img" aria-label=${label} viewBox="0 0 100 100" preserveAspectRatio="none" ${style({ '--hue': `var(--${hue})` })}>
    ${heights.map((height, i) => svg`<rect x=${i * width} y=${100 - height * 98} width=${width * 0.86} height=${height * 98} />`)}
    <path class="axis" d="M0 100H100" />
  </svg>`;
}

export interface Series {
  hue: string;
  values: readonly number[];
}

/** Lines over the same steps, from 0 to `top`; the step `at` is marked. */
export function lines(label: string, series: readonly Series[], top: number, at: number): TemplateResult {
  const steps = Math.max(...series.map(({ values }) => values.length)) - 1;
  const x = (step: number) => (step / steps) * 100;
  const y = (value: number) => 98 - (value / top) * 94;
  return html`<svg class="chart lines" role="img" aria-label=${label} viewBox="0 0 100 100" preserveAspectRatio="none">
    <path class="axis" d="M0 98H100" />
    <path class="at" d=${`M${x(at)} 0V98`} />
    ${series.map(
      ({ hue, values }) =>
        svg`<path class="line" ${style({ '--hue': `var(--${hue})` })} d=${values.map((value, step) => `${step === 0 ? 'M' : 'L'}${x(step).toFixed(2)} ${y(value).toFixed(2)}`).join('')} />`,
    )}
  </svg>`;
}
