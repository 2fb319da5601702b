// How scores become attention weights: what is forbidden, the scale, the cap, what is dropped.
import { html, nothing, type TemplateResult } from 'lit';
import { headSize } from '../model/stages';
import { inputsOf, limits } from '../model/state';
import type { View } from '../view';
import { choices, slider, toggle } from './dials';
import { numeral } from './numeral';

/** What can be changed of any layer, trained or not. */
export function scoring(view: View): TemplateResult {
  const { t, state, act, picture } = view;
  const { causal, align, dropout, dropoutSeed, scale, softcap } = state;
  const uneven = picture.numSteps !== picture.numKvPairs;
  return html`${validLens(view)}
    ${toggle('causal', t.causal, causal, (on) => act.change({ causal: on }))}
    <details class="more" ?open=${hasMore(view)}>
      <summary>${t.edit.more}</summary>
      <div class="dials">
        ${window(view)}
        ${
          uneven
            ? html`<div class="dial"><span class="small">${t.edit.align}</span>${choices(t.edit.align, t.edit.aligns, align, (to) => act.change({ align: to }))}</div>`
            : nothing
        }
        <div class="dial">
          ${numeral(
            t,
            {
              id: 'scale',
              label: html`<code translate="no">scale</code> ${t.edit.scale}`,
              value: scale,
              min: -limits.magnitude,
              max: limits.magnitude,
              step: 'any',
              placeholder: t.edit.scaleDefault(headSize(picture)),
            },
            (value) => act.change({ scale: value }),
          )}
          ${scale === null ? nothing : html`<button class="plain" @click=${() => act.change({ scale: null })}>${t.edit.scaleReset}</button>`}
        </div>
        <div class="dial">
          ${numeral(
            t,
            {
              id: 'softcap',
              label: html`<code translate="no">softcap</code> ${t.edit.softcap}`,
              value: softcap,
              min: 0,
              max: limits.magnitude,
              step: 'any',
            },
            (value) => act.change({ softcap: value ?? 0 }),
          )}
        </div>
        ${slider({ code: 'dropout', name: t.edit.dropout, value: dropout, min: 0, max: 0.9, step: 0.05 }, (p) => act.change({ dropout: p }))}
        ${
          dropout > 0
            ? html`<button class="plain" @click=${() => act.change({ dropoutSeed: (dropoutSeed + 1) % (limits.seed + 1) })}>${t.edit.dropoutSeed}</button>`
            : nothing
        }
      </div>
    </details>`;
}

/** Open while something in it is not as the lesson has it. */
const hasMore = ({ state: { window, scale, softcap, dropout } }: View): boolean =>
  window !== null || scale !== null || softcap !== 0 || dropout > 0;

/** One for each sentence of the batch. */
function validLens({ t, state, act }: View): TemplateResult[] {
  const { validLens: lengths, keyTokens } = inputsOf(state);
  return lengths.map((length, i) => {
    const many = lengths.length > 1;
    const change = (value: number) => act.change({ validLens: lengths.map((old, j) => (i === j ? value : old)) });
    const name = many ? t.edit.validLenOf(i + 1) : t.validLen;
    const code = many ? `valid_lens[${i}]` : 'valid_lens';
    return slider({ code, name, value: length, min: 0, max: keyTokens.length }, change);
  });
}

function window({ t, state, act }: View): TemplateResult {
  const [left, right] = state.window ?? [1, 1];
  const end = (id: string, label: string, value: number, to: (value: number) => [number, number]) =>
    numeral(t, { id, label, value, min: -1, max: limits.tokens, step: 1 }, (number) =>
      act.change({ window: to(number ?? -1) }),
    );
  return html`<div class="dial">
    ${toggle('window', t.edit.window, state.window !== null, (on) => act.change({ window: on ? [left, right] : null }))}
    ${
      state.window
        ? html`<span class="ends" title=${t.edit.unbounded}>
            ${end('window_left', t.edit.windowLeft, left, (to) => [to, right])} ${end('window_right', t.edit.windowRight, right, (to) => [left, to])}
          </span>`
        : nothing
    }
  </div>`;
}
