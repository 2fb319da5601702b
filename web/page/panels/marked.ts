// A text of an example: *asterisks* set a word off. The text is text, never markup.
import { html, type TemplateResult } from 'lit';

export const marked = (text: string): (TemplateResult | string)[] =>
  text.split('*').map((part, i) => (i % 2 === 1 ? html`<i class="set-off">${part}</i>` : part));
