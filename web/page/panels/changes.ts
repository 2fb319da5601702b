// Undo and redo, and what was changed by hand: all of it can be put back at once.
import { html, nothing, type TemplateResult } from 'lit';
import type { View } from '../view';

export function changes({ t, state, past, future, act }: View): TemplateResult {
  const { edits, painted } = state;
  return html`<div class="changes" role="group" aria-label=${t.edit.changes}>
    <button class="plain" ?disabled=${past.length === 0} @click=${act.undo}>${t.edit.undo}</button>
    <button class="plain" ?disabled=${future.length === 0} @click=${act.redo}>${t.edit.redo}</button>
    ${edits.length > 0 ? html`<button class="plain" @click=${() => act.change({ edits: [] })}>${t.edit.clearEdits(edits.length)}</button>` : nothing}
    ${painted.length > 0 ? html`<button class="plain" @click=${() => act.change({ painted: [] })}>${t.edit.clearPainted}</button>` : nothing}
  </div>`;
}
