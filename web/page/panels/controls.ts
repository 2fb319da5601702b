// What a person can change: the sentence and the sizes, masks and seed of the layer that reads it.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { headChoices, inputsOf, limits, withHiddens } from '../model/state';
import { splits } from '../model/tokens';
import type { Problem, View } from '../view';
import './controls.css';

export function controls(view: View): TemplateResult {
  const { t, state, example, problem } = view;
  return html`<section class="controls" aria-label=${t.controls}>
    ${example ? html`<p id="text-note" class="note" role="status">${problem ? complaint(view, problem) : nothing}</p>` : writing(view)}
    <div class="dials">${example ? masks(view) : dials(view)}</div>
    ${example ? nothing : html`<p class="untrained">${state.identity ? t.identical : t.untrained}</p>`}
  </section>`;
}

function writing(view: View): TemplateResult {
  const { t, state, draft, problem, act } = view;
  const onInput = (event: Event) => act.write((event.target as HTMLTextAreaElement).value);
  return html`<div class="writing">
    <label for="text">${t.write}</label>
    <textarea
      id="text"
      rows="1"
      dir="auto"
      spellcheck="false"
      aria-describedby="text-note"
      aria-invalid=${draft !== null}
      .value=${live(draft ?? state.text)}
      @input=${onInput}
    ></textarea>
    <div class="choices" role="group" aria-label=${t.split}>
      ${splits.map(
        (split) =>
          html`<button aria-pressed=${state.split === split} @click=${() => act.change({ split })}>${t.splits[split]}</button>`,
      )}
    </div>
    <p id="text-note" class="note" role="status">
      ${problem ? complaint(view, problem) : html`${t.tokens(inputsOf(state).tokens.length)} ${t.writeHint}`}
    </p>
  </div>`;
}

const complaint = (view: View, problem: Problem): TemplateResult =>
  html`<span class="problem">${sentenceOf(view, problem)}</span>`;

function sentenceOf({ t }: View, problem: Problem): string {
  switch (problem.kind) {
    case 'tokens':
      return t.tooManyTokens(problem.limit, problem.count);
    case 'characters':
      return t.tooManyCharacters(problem.limit, problem.count);
    case 'engine':
      return t.engineFailed(problem.reason);
  }
}

function dials(view: View): TemplateResult {
  const { t, state, act } = view;
  return html`
    ${slider('num_hiddens', t.numHiddens, state.numHiddens, 1, limits.numHiddens, (value) => act.change(withHiddens(state, value)))}
    ${slider('num_heads', t.numHeads, state.numHeads, 1, Math.max(...headChoices(state.numHiddens)), (value) =>
      act.change({ numHeads: nearestChoice(value, state.numHeads, headChoices(state.numHiddens)) }),
    )}
    ${masks(view)} ${toggle('position', t.position, state.position, (position) => act.change({ position }))}
    ${toggle('identity', t.identity, state.identity, (identity) => act.change({ identity }))}
    <div class="dial">
      <label for="seed"><code>seed</code> ${t.seed}</label>
      <span class="seed">
        <input id="seed" type="number" inputmode="numeric" min="0" max=${limits.seed} .value=${live(String(state.seed))} @change=${(
          event: Event,
        ) => {
          const value = Number((event.target as HTMLInputElement).value);
          const seed = Number.isInteger(value) && value >= 0 && value <= limits.seed ? value : state.seed;
          act.change({ seed });
        }} />
        <button class="plain" @click=${() => act.change({ seed: (state.seed + 1) % (limits.seed + 1) })}>${t.nextSeed}</button>
      </span>
    </div>
  `;
}

/** What can be changed of any layer, trained or not. */
function masks({ t, state, act }: View): TemplateResult {
  const { tokens, validLen } = inputsOf(state);
  return html`${slider('valid_lens', t.validLen, validLen, 0, tokens.length, (value) => act.change({ validLen: value }))}
  ${toggle('causal', t.causal, state.causal, (causal) => act.change({ causal }))}`;
}

/** Heads must divide the hidden size: a step that does not lands on the next that does, in its own direction. */
function nearestChoice(value: number, now: number, choices: number[]): number {
  const onward =
    value > now ? choices.find((choice) => choice >= value) : [...choices].reverse().find((choice) => choice <= value);
  return onward ?? now;
}

function slider(
  code: string,
  name: string,
  value: number,
  min: number,
  max: number,
  change: (value: number) => void,
): TemplateResult {
  const onInput = (event: Event) => {
    const input = event.target as HTMLInputElement;
    change(Number(input.value));
  };
  return html`<div class="dial">
    <label for=${code}><code>${code}</code> ${name}</label>
    <span class="range">
      <input id=${code} type="range" min=${min} max=${max} step="1" .value=${live(String(value))} @input=${onInput} ?disabled=${min === max} />
      <output for=${code}>${value}</output>
    </span>
  </div>`;
}

function toggle(id: string, name: string, on: boolean, change: (on: boolean) => void): TemplateResult {
  return html`<label class="dial toggle" for=${id}>
    <input id=${id} type="checkbox" role="switch" .checked=${live(on)} @change=${() => change(!on)} />
    <span>${name}</span>
  </label>`;
}
