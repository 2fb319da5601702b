// Two rows to multiply by hand, a guess at the highest score, and then the table of all pairs.
import { html, nothing, type TemplateResult } from 'lit';
import type { AsyncEngine } from 'xattention';
import { askOf } from '../../model/prepared';
import type { Language } from '../../model/state';
import type { View } from '../../view';
import { fixed, short } from '../../widgets/number';
import { exercise, type Question, type Verdict } from './exercise';
import { Lab } from './lab';
import { firstId, namesOf, numbered } from './readers';
import { sheet } from './sheet';
import { exampleNamed, rowOf, type Traced, traceExample } from './traced';

/** The key whose score is computed by hand, and those offered for the highest. */
const byHand: Record<Language, number> = { en: 5, zh: 2 };
const offered: Record<Language, number[]> = { en: [1, 2, 4, 5], zh: [2, 3, 5, 6] };

const rowOfLetter = {
  en: (name: string) => html`a row of <i class="letter" translate="no">${name}</i>`,
  zh: (name: string) => html`<i class="letter" translate="no">${name}</i> 的一行`,
};

class Pairs extends Lab<Traced> {
  static override properties = { guessed: { state: true } };

  declare guessed: boolean;

  constructor() {
    super();
    this.guessed = false;
  }

  protected question(): unknown {
    return this.language;
  }

  protected ask(core: AsyncEngine): Promise<Traced> {
    return traceExample(core, firstId[this.language]);
  }

  protected draw({ trace, example }: Traced): TemplateResult {
    const { view, guessed } = this;
    // The example's own language: the page's may already be another.
    const key = byHand[example.language];
    const names = namesOf(example.id);
    const query = askOf(exampleNamed(example.id), 0)?.query ?? 0;
    const vector = (name: 'Q' | 'K', at: number) =>
      sheet(view, {
        name: `${name}[${names[at]}]`,
        caption: rowOfLetter[this.language](name),
        look: 'vector',
        hue: name === 'Q' ? 'q' : 'k',
        rows: [names[at] ?? ''],
        cols: numbered(4),
        data: trace[name],
        at,
      });
    const scores = rowOf(trace.scores, 0, query);
    const [left, right] = [rowOf(trace.Q, 0, query), rowOf(trace.K, 0, key)];
    return html`<div class="lab">
      <div class="sheets-line">${vector('Q', query)} ${vector('K', key)}</div>
      ${exercise(view, product(names, [query, key], [...left], [...right], scores[key] ?? 0), example.id)}
      <div @answered=${() => {
        this.guessed = true;
      }}>${exercise(view, highest(names, query, offered[example.language], scores), example.id)}</div>
      ${
        guessed
          ? sheet(view, {
              name: 'scores',
              look: 'pair',
              hue: 'x',
              rows: names,
              cols: names,
              data: trace.scores,
              row: query,
              col: key,
              ring: { row: query, col: key },
            })
          : nothing
      }
    </div>`;
  }
}

function product(
  names: string[],
  [query, key]: [number, number],
  left: number[],
  right: number[],
  score: number,
): Question {
  const terms = left.map((value, i) => [value, right[i] ?? 0] as const);
  const bracketed = (value: number) => (value < 0 ? `(${fixed(value, 2)})` : fixed(value, 2));
  const sum = terms.map(([a, b]) => `${bracketed(a)} · ${bracketed(b)}`).join(' + ');
  // Each factor is printed to within 0.005; the answer may be rounded to one place.
  const tolerance = terms.reduce((error, [a, b]) => error + 0.005 * (Math.abs(a) + Math.abs(b) + 0.005), 0.051);
  const number = (given: number): Verdict => {
    if (Math.abs(given - score) <= tolerance)
      return {
        right: true,
        reason: { en: `${sum} = ${fixed(score, 4)} in the engine.`, zh: `${sum}，引擎算得 ${fixed(score, 4)}。` },
      };
    return {
      right: false,
      reason: { en: `Multiply in pairs, then add: ${sum}.`, zh: `逐对相乘，再加起来：${sum}。` },
    };
  };
  return {
    question: {
      en: html`What is <code translate="no">scores</code>[<b class="q">${names[query]}</b>, <b class="k">${names[key]}</b>], the dot
        product of these two rows?`,
      zh: html`这两行的点积，也就是 <code translate="no">scores</code>[<b class="q">${names[query]}</b>,
        <b class="k">${names[key]}</b>]，是多少？`,
    },
    number,
  };
}

function highest(names: string[], query: number, keys: number[], scores: Float32Array): Question {
  const of = (key: number) => scores[key] ?? 0;
  const top = keys.reduce((best, key) => (of(key) > of(best) ? key : best), keys[0] ?? 0);
  const all = keys.map((key) => `${names[key]} ${short(of(key))}`);
  return {
    question: {
      en: html`The layer was trained to fill the box. For which of these keys does the row
        <b class="q">${names[query]}</b> score highest?`,
      zh: html`这一层是为填空格训练的。在 <b class="q">${names[query]}</b> 这一行里，哪个键的分数最高？`,
    },
    choices: keys.map((key) => ({
      text: { en: names[key], zh: names[key] },
      right: key === top,
      reason: { en: `The engine’s scores: ${all.join(', ')}.`, zh: `引擎算得的分数：${all.join('，')}。` },
    })),
  };
}

customElements.define('x-pairs', Pairs);

export const pairs = (view: View): TemplateResult => html`<x-pairs .view=${view}></x-pairs>`;
