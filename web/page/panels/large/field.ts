// Where a long text comes in: typed, pasted, dropped, or a file; and who is to read it.
import { html, nothing, type TemplateResult } from 'lit';
import type { LargeWords } from '../../i18n/large';
import { planOf, sharpenings } from '../../model/large/plan';
import { splits } from '../../model/tokens';
import { textField } from '../../widgets/text-field';
import type { Desk } from './desk';
import { textOfPage } from './page-text';

export function field(desk: Desk, t: LargeWords): TemplateResult {
  const { view, text } = desk;
  const { excess, notText, tokens } = text;
  const isWrong = excess !== null || notText !== null;
  // A file that is not taken leaves the text as it is.
  const isInvalid = excess !== null && excess.kind !== 'bytes';
  const count = tokens?.length ?? 0;
  return html`<div class="field">
    <label for="large-text">${t.text}</label>
    <textarea
      id="large-text"
      rows="5"
      dir="auto"
      spellcheck="false"
      placeholder=${t.hint}
      aria-describedby="large-note"
      aria-invalid=${isInvalid}
      ${textField(text.text, (written) => desk.write(written))}
      @dragover=${allowFile}
      @drop=${(event: DragEvent) => drop(event, desk)}
    ></textarea>
    <p id="large-note" class="note" role="status">
      ${isWrong ? html`<span class="problem">${complaint(desk, t)}</span>` : tokens ? t.tokens(count) : t.counting}
      <span>${t.hint}</span>
    </p>
    <div class="do">
      ${group(
        t.split,
        splits.map((split) => [view.t.splits[split], text.split === split, () => desk.splitBy(split)]),
      )}
      <label class="plain file">
        ${t.choose}
        <input type="file" accept=".txt,text/plain" class="sr" @change=${(event: Event) => chosen(event, desk)} />
      </label>
      <button class="plain" @click=${() => desk.write(textOfPage())}>${t.own}</button>
    </div>
    ${reader(desk, t)}
    <div class="do">
      <button class="act start" ?disabled=${count === 0 || !view.core} @click=${() => desk.read(tokens ?? [])}>
        ${t.read(count)}
      </button>
      ${view.core ? nothing : html`<span>${t.loading}</span>`}
    </div>
  </div>`;
}

/** A few choices of which one holds: `[name, whether it holds, choose]`. */
export function group(
  name: string,
  choices: readonly (readonly [name: string, holds: boolean, choose: () => void])[],
): TemplateResult {
  return html`<div class="option">
    <span aria-hidden="true">${name}</span>
    <div class="choices" role="group" aria-label=${name}>
      ${choices.map(([choice, holds, choose]) => html`<button aria-pressed=${holds} @click=${choose}>${choice}</button>`)}
    </div>
  </div>`;
}

function complaint({ text: { excess, notText } }: Desk, t: LargeWords): string {
  if (notText !== null) return t.notText(notText);
  return excess ? t.tooMany[excess.kind](excess.limit, excess.count) : '';
}

function reader(desk: Desk, t: LargeWords): TemplateResult {
  const { choices, readers, view, text } = desk;
  const reader = readers.includes(choices.reader) ? choices.reader : 'identity';
  const { layer, options } = planOf(view.state, reader, choices.sharpening, text.tokens ?? []);
  const said = reader === 'above' ? t.readerSay.above(layer.numHiddens, layer.numHeads) : t.readerSay.identity;
  const forbidden = [
    ...(options.causal ? [t.mask.causal] : []),
    ...(options.window ? [t.mask.window] : []),
    ...(options.validLens ? [t.mask.padding((options.validLens as readonly number[])[0] ?? 0)] : []),
  ];
  return html`<div class="do reader">
    ${group(
      t.reader,
      readers.map((name) => [t.readers[name], name === reader, () => desk.choose({ reader: name })]),
    )}
    ${
      reader === 'identity'
        ? group(
            t.sharpening,
            sharpenings.map((times) => [
              `${times}`,
              times === choices.sharpening,
              () => desk.choose({ sharpening: times }),
            ]),
          )
        : nothing
    }
    <p class="remark">
      ${said} ${reader === 'identity' ? t.sharpeningSay : nothing} ${readers.length === 1 ? t.readerSay.onlyIdentity : nothing}
      ${t.masks(forbidden)}
    </p>
  </div>`;
}

function allowFile(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

function drop(event: DragEvent, desk: Desk): void {
  const file = event.dataTransfer?.files[0];
  if (!file) return; // dropped text goes where it fell
  event.preventDefault();
  void desk.take(file);
}

function chosen(event: Event, desk: Desk): void {
  const input = event.target as HTMLInputElement;
  const file = input.files?.[0];
  if (file) void desk.take(file);
  input.value = ''; // so that the same file can be chosen again
}
