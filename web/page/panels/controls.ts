// What a person can change: the sentences and the sizes, positions and seed of the layer that reads them.
import { html, nothing, type TemplateResult } from 'lit';
import { arrivalWords } from '../i18n/arrivals';
import type { Given } from '../model/given';
import { writeGiven } from '../model/hash-given';
import { tidy } from '../model/signs';
import { headChoices, inputsOf, kvHeadChoices, limits, type State, withHeads, withHiddens } from '../model/state';
import { shuffled } from '../model/tokens';
import type { TextField, View } from '../view';
import { textField } from '../widgets/text-field';
import { missing } from './arrival';
import { changes } from './changes';
import './controls.css';
import { choices, slider, toggle } from './dials';
import { numeral } from './numeral';
import { problemSaid } from './problem';
import { scoring } from './scoring';

export function controls(view: View): TemplateResult {
  const { t, state, example } = view;
  const said = html`<p id="text-note" class="note" role="status">${complaint(view) ?? nothing}</p>`;
  return html`<section class="controls" aria-label=${t.controls}>
    ${example ? said : state.given ? html`${said}${brought(view, state.given)}` : writing(view)}
    <div class="dials">${isDrawn(view) ? dials(view) : nothing} ${scoring(view)}</div>
    ${isDrawn(view) ? html`<p class="untrained">${state.identity ? t.identical : t.untrained}</p>` : nothing} ${changes(view)}
  </section>`;
}

/** Whether the parameters are drawn from a seed, and so are of a person's own choice. */
const isDrawn = ({ example, state }: View): boolean => !example && (!state.given || state.given.kind === 'X');

function brought({ t, act }: View, given: Given): TemplateResult {
  return html`<p class="note">
    ${t.edit.brought(given.kind)} ${writeGiven(given) === null ? t.edit.notInAddress : nothing}
    <button class="plain" @click=${() => act.choose(null)}>${t.edit.letGo}</button>
  </p>`;
}

function writing(view: View): TemplateResult {
  const { t, state, act } = view;
  return html`<div class="writing">
    ${field(view, 'text', t.write)}
    ${choices(t.split, t.splits, state.split, (split) => act.change({ split }))}
    ${state.source === null ? nothing : field(view, 'source', t.edit.source)}
    <p id="text-note" class="note" role="status">
      ${complaint(view) ?? html`${t.tokens(inputsOf(state).tokens.length)} ${t.writeHint} ${t.edit.lines} ${isTidied(state) ? t.edit.tidied : nothing}`}
    </p>
    <p class="note">
      ${
        state.source === null
          ? html`<button class="plain" @click=${() => act.change({ source: state.text })}>${t.edit.another}</button>`
          : html`<button class="plain" @click=${() => act.change({ source: null })}>${t.edit.itself}</button>`
      }
      <button class="plain" @click=${() => act.change({ text: shuffled(state.text, state.split), split: 'space' })}>${t.edit.shuffle}</button>
    </p>
  </div>`;
}

const isTidied = ({ text, source }: State): boolean =>
  [text, source ?? ''].some((written) => tidy(written) !== written);

function field({ state, draft, act }: View, name: TextField, label: string): TemplateResult {
  const refused = draft?.field === name;
  return html`<label for=${name}>${label}</label>
    <textarea
      id=${name}
      rows="1"
      dir="auto"
      spellcheck="false"
      data-history
      aria-describedby="text-note"
      aria-invalid=${refused}
      ${textField(refused ? draft.text : (state[name] ?? ''), (text) => act.write(name, text))}
    ></textarea>`;
}

/** What is wrong with one number is said beside it. */
function complaint({ t, problem, state, act }: View): TemplateResult | null {
  if (!problem || 'stage' in problem) return null;
  const { kind } = problem;
  if (kind === 'missing') return missing(state.language, { what: 'model', error: problem.error, again: act.again });
  return html`<span class="problem">${problemSaid(t, problem)}</span>
    ${kind === 'engine' ? html`<button class="plain" @click=${act.again}>${arrivalWords[state.language].again}</button>` : nothing}`;
}

function dials({ t, state, act }: View): TemplateResult {
  const { numKvHeads, seed } = state;
  const { numHiddens, numHeads } = inputsOf(state);
  return html`
    ${state.given ? nothing : slider({ code: 'num_hiddens', name: t.numHiddens, value: numHiddens, min: 1, max: limits.numHiddens }, (value) => act.change(withHiddens(state, value)))}
    ${slider(
      { code: 'num_heads', name: t.numHeads, value: numHeads, min: 1, max: Math.max(...headChoices(numHiddens)) },
      (value) => act.change(withHeads(state, nearestChoice(value, numHeads, headChoices(numHiddens)))),
    )}
    ${
      numHeads > 1
        ? slider({ code: 'num_kv_heads', name: t.edit.numKvHeads, value: numKvHeads, min: 1, max: numHeads }, (value) =>
            act.change({ numKvHeads: nearestChoice(value, numKvHeads, kvHeadChoices(numHeads)) }),
          )
        : nothing
    }
    ${state.given ? nothing : toggle('position', t.position, state.position, (position) => act.change({ position }))}
    ${toggle('identity', t.identity, state.identity, (identity) => act.change({ identity }))}
    <div class="dial drawn">
      ${numeral(
        t,
        {
          id: 'seed',
          label: html`<code translate="no">seed</code> ${t.seed}`,
          value: seed,
          min: 0,
          max: limits.seed,
          step: 1,
        },
        (value) => act.change({ seed: value ?? seed }),
      )}
      <button class="plain" @click=${() => act.change({ seed: (seed + 1) % (limits.seed + 1) })}>${t.nextSeed}</button>
    </div>
  `;
}

/** Heads must divide: a step that does not lands on the next that does, in its own direction. */
function nearestChoice(value: number, now: number, choices: number[]): number {
  const onward =
    value > now ? choices.find((choice) => choice >= value) : [...choices].reverse().find((choice) => choice <= value);
  return onward ?? now;
}
