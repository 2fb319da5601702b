// Which example is shown, all the others, one's own sentence, and what is known of the model behind it.
import { html, nothing, type TemplateResult } from 'lit';
import type { Example, Facts } from '../examples';
import { languageTags } from '../i18n';
import { exampleOf, prepared } from '../model/prepared';
import { firstExample, languages } from '../model/state';
import type { View } from '../view';
import { marked } from './marked';
import './examples.css';

export function examples(view: View): TemplateResult {
  const { t, state, example, listOpen, act, picture } = view;
  const offered = example ?? exampleOf(firstExample(state.language));
  return html`<section class="examples" aria-label=${t.examples.name}>
    <div class="pick">
      <span>${t.examples.example}</span>
      ${
        offered &&
        html`<button class="plain" aria-pressed=${example !== undefined} @click=${() => act.choose(offered.id)}>
          ${offered.title[state.language]}
        </button>`
      }
      <button class="plain" aria-expanded=${listOpen} aria-controls="example-list" @click=${act.toggleList}>
        ${t.examples.all}
      </button>
      <button class="plain" aria-pressed=${example === undefined} @click=${() => write(view)}>${t.examples.own}</button>
      ${picture.batchSize > 1 ? batch(view) : nothing}
    </div>
    ${example ? html`<p class="facts">${known(view, example.facts)}</p>` : nothing}
    <div id="example-list" ?hidden=${!listOpen}>${listOpen ? list(view) : nothing}</div>
  </section>`;
}

function write({ act }: View): void {
  act.choose(null);
  // After the next drawing, when the field is there.
  requestAnimationFrame(() => document.getElementById('text')?.focus());
}

/** One sentence of a batch is in the figure. */
function batch({ t, picture, example, act }: View): TemplateResult {
  const show = (sentence: number) => (example ? act.choose(example.id, sentence) : act.change({ sentence }));
  return html`<span class="batch" role="group" aria-label=${t.examples.batch}>
    ${Array.from(
      { length: picture.batchSize },
      (_, i) => html`<button aria-pressed=${picture.sentence === i} @click=${() => show(i)}>
        ${t.examples.sentence(i + 1)}
      </button>`,
    )}
  </span>`;
}

function known({ t, picture }: View, facts: Facts): TemplateResult {
  const { trained, numAttentionParameters, numParameters, seed, heldOutSize, accuracy, largestOnRightToken } = facts;
  const parameters = t.facts.parameters(numAttentionParameters, numParameters, seed);
  if (!trained) return html`<span>${t.facts.untrained} ${parameters}</span>`;
  const many = picture.numHeads > 1;
  return html`<span>${t.facts.trained} ${parameters}</span>
    <span>${t.facts.tested(heldOutSize ?? 0)}</span>
    <span>${t.facts.right} <b>${percent(accuracy)}</b></span>
    <span>${t.facts.onToken(many)} <b>${percent(largestOnRightToken)}</b></span>`;
}

/** Never rounded up: 100 % is every one. */
const percent = (share = 0): string => `${Math.floor(share * 1000) / 10} %`;

function list(view: View): TemplateResult[] {
  const { language } = view.state;
  const order = [language, ...languages.filter((other) => other !== language)];
  return order.map(
    (one) => html`<section class="group" lang=${languageTags[language]}>
      <h2>${view.t.examples.group[one]}</h2>
      <ul>
        ${prepared.filter((example) => example.language === one).map((example) => entry(view, example))}
      </ul>
    </section>`,
  );
}

function entry({ t, state, example: now, act }: View, example: Example): TemplateResult {
  const { language } = state;
  const { trained, accuracy, largestOnRightToken, numParameters, seed } = example.facts;
  return html`<li>
    <button class="plain" aria-current=${example === now ? 'true' : 'false'} @click=${() => act.choose(example.id)}>
      ${example.title[language]}
    </button>
    <p>${marked(example.question[language])}</p>
    <p class="measured">
      ${
        trained
          ? t.facts.line(percent(accuracy), percent(largestOnRightToken), seed, numParameters)
          : t.facts.untrainedLine(seed, numParameters)
      }
    </p>
  </li>`;
}
