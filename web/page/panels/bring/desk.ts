// Where it is laid out: files and pasted text, what was found in them, what each array is, and where it goes.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { BringWords } from '../../i18n/bring';
import { faultIn } from '../../i18n/faults';
import type { Given } from '../../model/given';
import type { Remark } from '../../model/import/found';
import { type Chosen, isParameter, type Role, roles } from '../../model/import/roles';
import { limits } from '../../model/state';
import type { View } from '../../view';
import './bring.css';
import { type Brought, changed, nothingBrought, withFiles, withPasted } from './brought';
import { look } from './look';

export { nothingBrought, withFiles };
export type Desk = typeof import('./desk');

export interface Desking {
  view: View;
  t: BringWords;
  brought: Brought;
  set(brought: Brought): void;
  add(files: readonly File[]): Promise<void>;
}

export function desk(desking: Desking): TemplateResult {
  const { view, t, brought } = desking;
  const { arrays, faults, missing, assembled } = brought;
  const said = missing ? [...faults, missing] : faults;
  return html`
    ${line(t.files, files(desking))} ${line(t.paste, paste(desking))}
    ${arrays.length > 0 ? line(t.found, found(desking)) : nothing}
    ${arrays.length > 0 || brought.tokens ? line(t.names, names(desking)) : nothing}
    <div class="said" role="status">
      ${said.map((fault) => html`<p class="problem">${faultIn(view.state.language, fault)} ${arrays.length > 0 && faults.includes(fault) ? t.kept : nothing}</p>`)}
      ${brought.done ? html`<p>${t.done} <button class="plain" @click=${toFigure}>${t.go}</button></p>` : nothing}
    </div>
    ${brought.state ? back(desking) : nothing} ${assembled.given ? put(desking, assembled.given) : nothing}
    ${assembled.look ? look(view, t, assembled.look) : nothing}
  `;
}

const line = (name: string, content: TemplateResult): TemplateResult =>
  html`<div class="line"><h3>${name}</h3><div>${content}</div></div>`;

function files({ t, add }: Desking): TemplateResult {
  const take = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const chosen = [...(input.files ?? [])];
    input.value = ''; // so that the same file can be chosen again
    await add(chosen);
  };
  return html`<div class="do">
    <label class="act choose"><input class="sr" type="file" multiple accept=".npy,.safetensors,.json,.csv,.tsv,.txt" @change=${take} />${t.choose}</label>
    <p>${t.kinds}</p>
  </div>`;
}

function paste({ t, view, brought, set }: Desking): TemplateResult {
  return html`<div class="do">
    <textarea
      rows="2"
      spellcheck="false"
      aria-label=${t.pasteHint}
      placeholder=${t.pasteHint}
      .value=${live(brought.pasted)}
      @input=${(event: Event) => set({ ...brought, pasted: (event.target as HTMLTextAreaElement).value })}
    ></textarea>
    <button
      class="act"
      ?disabled=${brought.pasted.trim() === ''}
      @click=${() => set(withPasted(brought, t.pasted, view.state.language))}
    >
      ${t.read}
    </button>
  </div>`;
}

function found({ t, brought, set }: Desking): TemplateResult {
  const choose = (index: number, patch: Partial<Chosen>) => {
    const arrays = brought.arrays.map((one, i) => (i === index ? { ...one, ...patch } : one));
    set(changed(brought, { arrays }));
  };
  return html`<div class="wide" tabindex="0" role="region" aria-label=${t.found}>
      <table>
        <thead>
          <tr><th scope="col">${t.array}</th><th scope="col">${t.type}</th><th scope="col">${t.shape}</th><th scope="col">${t.role}</th></tr>
        </thead>
        <tbody>${brought.arrays.map((one, i) => row(t, one, (patch) => choose(i, patch)))}</tbody>
      </table>
    </div>
    ${brought.remarks.map((remark) => html`<p class="remark"><bdi translate="no">${remark.file}</bdi>${t.colon}${remarkIn(t, remark)}</p>`)}
    <button class="plain" @click=${() => set(nothingBrought)}>${t.clear}</button>`;
}

/** How a file was understood: it could have been meant otherwise. */
function remarkIn(t: BringWords, remark: Remark): string {
  switch (remark.kind) {
    case 'encoding':
      return t.encoding(remark.encoding);
    case 'decimal comma':
      return t.decimalComma;
    case 'header':
      return t.header(remark.names);
    case 'labels':
      return t.labels;
    case 'no numbers':
      return t.noNumbers(remark.name);
  }
}

function row(
  t: BringWords,
  { array, role, turned, layered }: Chosen,
  choose: (patch: Partial<Chosen>) => void,
): TemplateResult {
  const option = (value: Role | '', name: string) =>
    html`<option value=${value} ?selected=${value === (role ?? '')}>${name}</option>`;
  return html`<tr>
    <th scope="row"><bdi translate="no">${array.name}</bdi><small><bdi translate="no">${array.file}</bdi></small></th>
    <td><code translate="no">${array.dtype}</code></td>
    <td><code translate="no">(${array.shape.join(', ')})</code></td>
    <td>
      <select
        aria-label=${t.roleOf(array.name)}
        .value=${live(role ?? '')}
        @change=${(event: Event) => choose({ role: ((event.target as HTMLSelectElement).value || null) as Role | null })}
      >
        ${option('', t.unused)}${roles.map((name) => option(name, name))}
      </select>
      ${
        isParameter(role)
          ? html`<label class="turn"
              ><input
                type="checkbox"
                aria-label=${t.turnedOf(array.name)}
                .checked=${live(turned)}
                @change=${() => choose({ turned: !turned })}
              />${t.turned}</label
            >`
          : nothing
      }
      ${
        role === 'attention_weights' && array.shape.length === 4 && array.shape[0] !== 1
          ? html`<label class="turn"
              ><input
                type="checkbox"
                aria-label=${t.layeredOf(array.name)}
                .checked=${live(layered)}
                @change=${() => choose({ layered: !layered })}
              />${t.layered}</label
            >`
          : nothing
      }
    </td>
  </tr>`;
}

/** Heads that are no axis of their own have to be said. */
const hasHeadsToSay = ({ role, array }: Chosen): boolean =>
  role === 'W_q' || (role === 'Q' && array.shape.filter((size) => size !== 1).length < 3);

/** Rows are numbered where nobody names them. */
function names({ t, brought, set }: Desking): TemplateResult {
  const has = (...some: Role[]) => brought.arrays.some(({ role }) => role !== null && some.includes(role));
  const list = (id: 'tokens' | 'keys', name: string) => html`<label class="field">
    <span>${name}</span>
    <input
      type="text"
      dir="auto"
      spellcheck="false"
      .value=${live(brought[id]?.join(' ') ?? '')}
      @change=${(event: Event) => {
        const words = (event.target as HTMLInputElement).value.split(/\s+/).filter((word) => word !== '');
        set(changed(brought, { [id]: words.length > 0 ? words : undefined }));
      }}
    />
  </label>`;
  return html`<div class="fields">
    ${list('tokens', t.tokens)} ${has('K', 'attention_weights') ? list('keys', t.keys) : nothing}
    ${
      brought.arrays.some(hasHeadsToSay)
        ? html`<label class="field heads">
            <span><code translate="no">num_heads</code> ${t.numHeads}</span>
            <input
              type="number"
              inputmode="numeric"
              min="1"
              max=${limits.numHeads}
              .value=${live(String(brought.numHeads ?? 1))}
              @change=${(event: Event) => set(changed(brought, { numHeads: Number((event.target as HTMLInputElement).value) }))}
            />
          </label>`
        : nothing
    }
  </div>`;
}

function back({ t, view, brought, set }: Desking): TemplateResult {
  const { state } = brought;
  const restore = () => {
    if (!state) return;
    const { language, theme } = view.state;
    view.act.change({ ...state, language, theme });
    set({ ...brought, done: true });
  };
  return html`<div class="result"><p>${t.saved}</p><button class="act" @click=${restore}>${t.putBack}</button></div>`;
}

function put({ t, view, brought, set }: Desking, given: Given): TemplateResult {
  return html`<div class="result">
    <p>${summary(t, given)}</p>
    <button
      class="act"
      @click=${() => {
        view.act.bring(given);
        set({ ...brought, done: true });
      }}
    >
      ${t.put}
    </button>
  </div>`;
}

function summary(t: BringWords, given: Given): string {
  if (given.kind === 'QKV') return t.isQKV(given.tokens.length, (given.keys ?? given.tokens).length, given.numHeads);
  const [steps = 0, size = 0] = given.X.shape;
  return given.kind === 'X' ? t.isX(steps, size) : t.isLayer(steps, size, given.numHeads);
}

function toFigure(): void {
  const cell = document.querySelector<HTMLElement>('x-matrix .c[tabindex]');
  cell?.focus({ preventScroll: true });
  document.querySelector('main')?.scrollIntoView();
}
