// Two plots as SVG text, legible on light and on dark.

const colours = {
  relaxed: '#0072b2',
  simd: '#56b4e9',
  'onnxruntime-web': '#d55e00',
  tfjs: '#e69f00',
  javascript: '#8a8a8a',
};

const style = `<style>
text { font: 12px system-ui, sans-serif; fill: #222 }
.axis { stroke: #8886; fill: none }
.end { text-anchor: end }
.middle { text-anchor: middle }
@media (prefers-color-scheme: dark) { text { fill: #ddd } }
</style>`;

const svg = (width, height, label, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">\n${style}\n${parts.join('\n')}\n</svg>\n`;
const text = (x, y, words, name = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${name && ` class="${name}"`}>${words}</text>`;
const line = (x1, y1, x2, y2) =>
  `<path class="axis" d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}"/>`;

const percent = (x) => `${(100 * x).toFixed(0)} %`;

/** From a logarithmic range to pixels. */
const logScale =
  ([low, high], [from, to]) =>
  (x) =>
    from + (Math.log(x / low) / Math.log(high / low)) * (to - from);

/** Powers of ten from the one not above `low` to the one not below `high`. */
function ticksOf(low, high) {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  return Array.from({ length: last - first + 1 }, (_, i) => Number(`1e${first + i}`));
}

/** Milliseconds of one layer against its steps, both logarithmic. */
export function plotTimes({ engines, measured }) {
  const [width, height, left, right, top, bottom] = [720, 400, 60, 175, 34, 44];
  const steps = measured.map(({ workload }) => workload.numSteps);
  const shown = engines.filter(({ name }) => colours[name] && measured.some(({ results }) => results[name]?.median));
  const all = shown.flatMap(({ name }) => measured.map(({ results }) => results[name]?.median).filter(Boolean));
  const ticks = ticksOf(Math.min(...all), Math.max(...all));
  const x = logScale([steps[0], steps.at(-1)], [left, width - right]);
  const y = logScale([ticks[0], ticks.at(-1)], [height - bottom, top]);
  const { numHiddens, numHeads } = measured[0].workload;
  const parts = [text(left, 18, `Milliseconds of a layer of ${numHiddens} hidden, ${numHeads} heads, one thread`)];
  for (const tick of ticks)
    parts.push(line(left, y(tick), width - right, y(tick)), text(left - 8, y(tick) + 4, `${tick}`, 'end'));
  for (const step of steps) parts.push(text(x(step), height - bottom + 18, `${step}`, 'middle'));
  parts.push(text((left + width - right) / 2, height - 8, 'steps', 'middle'));
  const labels = shown.map(({ name, title }) => {
    const points = measured.filter(({ results }) => results[name]?.median);
    const path = points.map(
      ({ workload, results }) => `${x(workload.numSteps).toFixed(1)} ${y(results[name].median).toFixed(1)}`,
    );
    parts.push(`<path fill="none" stroke="${colours[name]}" stroke-width="2" d="M${path.join('L')}"/>`);
    const last = points.at(-1);
    return { title, x: x(last.workload.numSteps), y: y(last.results[name].median), colour: colours[name] };
  });
  labels.sort((a, b) => a.y - b.y);
  labels.forEach((label, i) => {
    if (i > 0) label.y = Math.max(label.y, labels[i - 1].y + 15); // no label on another
    parts.push(
      `<circle cx="${(width - right + 8).toFixed(1)}" cy="${label.y.toFixed(1)}" r="4" fill="${label.colour}"/>`,
    );
    parts.push(text(width - right + 16, label.y + 4, label.title));
  });
  return svg(width, height, 'Time of a layer against its steps, for each engine', parts);
}

/** Share of the multiply-add ceiling, a pair of bars for each workload. */
export function plotShares({ measured }) {
  const [width, left, right, top, rowHeight] = [720, 190, 46, 70, 26];
  const height = top + measured.length * rowHeight + 8;
  const x = (share) => left + Math.min(1, share) * (width - left - right);
  const parts = [text(8, 18, 'Share of the multiply-add ceiling, on the arithmetic required')];
  const legend = { relaxed: 'relaxed SIMD', simd: 'plain SIMD' };
  Object.entries(legend).forEach(([name, title], i) => {
    parts.push(`<rect x="${left + i * 130}" y="30" width="12" height="12" fill="${colours[name]}"/>`);
    parts.push(text(left + i * 130 + 18, 41, title));
  });
  for (const tick of [0, 0.25, 0.5, 0.75, 1])
    parts.push(line(x(tick), top - 6, x(tick), height - 8), text(x(tick), top - 11, percent(tick), 'middle'));
  measured.forEach(({ name, results }, row) => {
    const y = top + row * rowHeight;
    parts.push(text(left - 8, y + 14, name, 'end'));
    Object.keys(legend).forEach((variant, i) => {
      const { share } = results[variant];
      const at = `y="${y + i * 10}" height="9" x="${left}" width="${(x(share) - left).toFixed(1)}"`;
      parts.push(`<rect ${at} fill="${colours[variant]}"/>`);
      parts.push(
        `<text x="${(x(share) + 4).toFixed(1)}" y="${y + 8.5 + i * 10}" style="font-size:9px">${percent(share)}</text>`,
      );
    });
  });
  return svg(width, height, 'Share of the multiply-add ceiling for each workload', parts);
}
