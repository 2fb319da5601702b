// What the chosen output says, and one experiment that changes it.
import { html, nothing, type TemplateResult } from 'lit';
import type { Example } from '../examples';
import { saidAt } from '../model/picture';
import { askAt, mainAsk } from '../model/prepared';
import { tokenNames } from '../model/tokens';
import type { View } from '../view';
import { marked } from './marked';
import { shareBar } from './share-bar';
import { named } from './token';

const listed = 4;

/** One answer with its probability now, and before the last change. */
interface Answer {
  name: string;
  share: number;
  was: number | undefined;
}

export function answer(view: View, example: Example): TemplateResult {
  const { t, picture, at } = view;
  const { sentence } = picture;
  const { query } = askAt(example, sentence, at.query) ?? { query: at.query };
  const answers = answersAt(view, example, sentence, query);
  // Few answers keep their places, so that what changes is seen; of many, those that are likely.
  const shown = answers.length <= listed ? answers : [...answers].sort((a, b) => b.share - a.share).slice(0, listed);
  const first = largest(answers);
  return html`<div class="taken">
    <p>${t.says(named(view, query, 'q'))}</p>
    <div class="answers">
      ${picture.said ? shown.map((one) => shareBar(one.name, one.share, { first: one === first, was: one.was })) : nothing}
    </div>
    ${spelled(view, example)} ${elsewhere(view, example)} ${experiment(view, example, answers)}
  </div>`;
}

function answersAt({ picture }: View, { answers }: Example, sentence: number, query: number): Answer[] {
  const now = saidAt(picture, query, sentence);
  const then = picture.before && saidAt(picture.before, query, sentence);
  return answers.map((name, i) => ({ name, share: now?.[i] ?? 0, was: then?.[i] }));
}

const largest = (answers: Answer[]): Answer | undefined =>
  answers.reduce<Answer | undefined>((most, one) => (most && most.share >= one.share ? most : one), undefined);

const formerly = (answers: Answer[]): Answer | undefined =>
  answers.some(({ was }) => was !== undefined)
    ? largest(answers.map(({ name, was }) => ({ name, share: was ?? 0, was: undefined })))
    : undefined;

/** Where every row has an answer, all of them in a row, and what they were. */
function spelled(view: View, example: Example): TemplateResult | typeof nothing {
  const { sentence, said } = view.picture;
  const asks = example.asks.filter((ask) => ask.sentence === sentence);
  if (asks.length <= 2 || !said) return nothing;
  const rows = asks.map(({ query }) => answersAt(view, example, sentence, query));
  const now = rows.map((answers) => largest(answers)?.name).join(' ');
  const then = rows.map((answers) => formerly(answers)?.name).join(' ');
  const changed = then.trim() !== '' && then !== now;
  return html`<p class="spelled">${view.t.rowAfterRow} ${changed ? html`<s>${then}</s> ` : nothing}<b>${now}</b></p>`;
}

/** What the other sentences of the batch say. */
function elsewhere(view: View, example: Example): TemplateResult | typeof nothing {
  const { picture, t } = view;
  if (picture.batchSize < 2 || !picture.said) return nothing;
  const others = picture.inputs.sentences.flatMap((tokens, sentence) => {
    const ask = sentence === picture.sentence ? undefined : mainAsk(example, sentence);
    const answers = ask ? answersAt(view, example, sentence, ask.query) : [];
    const first = largest(answers);
    if (!ask || !first) return [];
    const name = html`<b class="q"><bdi translate="no">${tokenNames(tokens)[ask.query]}</bdi></b>`;
    const then = formerly(answers);
    const former = then && then.name !== first.name ? then : first;
    return html`<p>${t.saysElsewhere(sentence + 1, name)}</p>
      <div class="answers">${shareBar(former === first ? first.name : html`<s>${former.name}</s> ${first.name}`, first.share, { first: true, was: first.was })}</div>`;
  });
  return html`${others}`;
}

function experiment(view: View, { experiment }: Example, answers: Answer[]): TemplateResult | typeof nothing {
  const { t, state, act } = view;
  if (!experiment) return nothing;
  const { language, tried, sentence } = state;
  // In another sentence of the batch it is still to be made, whatever was tried.
  const made = tried && sentence === experiment.sentence;
  return html`<p class="ask">${marked(experiment.text[language])} ${made ? outcome(view, answers) : nothing}</p>
    <button class="act" @click=${() => act.tryOut(!made)}>${made ? t.putBack : marked(experiment.action[language])}</button>`;
}

/** Before and after in words, as two numbers may be alike. */
function outcome({ t }: View, answers: Answer[]): TemplateResult | typeof nothing {
  const [now, then] = [largest(answers), formerly(answers)];
  if (!now || !then) return nothing;
  return html`<b class="outcome">${now.name === then.name ? t.stillSays(now.name) : t.nowSays(then.name, now.name)}</b>`;
}
