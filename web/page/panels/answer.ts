// What the chosen output says, and one experiment that changes it.
import { html, nothing, type TemplateResult } from 'lit';
import type { Example } from '../examples';
import { saidAt } from '../model/picture';
import { askOf } from '../model/prepared';
import type { View } from '../view';
import { marked } from './marked';
import { shareBar } from './share-bar';
import { named } from './token';

const listed = 4;

export function answer(view: View, example: Example): TemplateResult {
  const { t, picture, state, at } = view;
  const { query } = askOf(example, state.sentence, at.query) ?? { query: at.query };
  const probabilities = saidAt(picture, query);
  const before = picture.before && saidAt(picture.before, query);
  const bars = example.answers.map((name, i) => ({ name, share: probabilities?.[i] ?? 0, was: before?.[i] }));
  const largest = Math.max(...bars.map(({ share }) => share));
  // Few answers keep their places, so that what changes is seen; of many, those that are likely.
  const shown = bars.length <= listed ? bars : [...bars].sort((a, b) => b.share - a.share).slice(0, listed);
  return html`<div class="taken">
    <p>${t.says(named(view, query, 'q'))}</p>
    <div class="answers">
      ${
        probabilities
          ? shown.map(({ name, share, was }) => shareBar(name, share, { first: share === largest, was }))
          : nothing
      }
    </div>
    ${experiment(view, example)}
  </div>`;
}

function experiment(view: View, { experiment, id }: Example): TemplateResult | typeof nothing {
  const { t, state, act } = view;
  if (!experiment) return nothing;
  const { language, tried, sentence } = state;
  // Another sentence of the batch is not what it is about: trying it goes there first.
  const here = sentence === experiment.sentence;
  const run = () => {
    if (!here) act.choose(id, experiment.sentence);
    act.change({ tried: !(tried && here) });
  };
  return html`<p class="ask">${marked(experiment.text[language])}</p>
    <button class="act" @click=${run}>${tried && here ? t.putBack : marked(experiment.action[language])}</button>`;
}
