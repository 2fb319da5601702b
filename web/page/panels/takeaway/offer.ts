// The offer, a line for each kind: a link, everything, one stage, a program.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { writeNpy } from '../../files/npy';
import { saveFile } from '../../files/save';
import type { TakeawayWords } from '../../i18n/takeaway';
import { toCsv } from '../../model/export/csv';
import { javascriptProgram } from '../../model/export/javascript';
import { toJson } from '../../model/export/json';
import { numpyProgram } from '../../model/export/numpy';
import { toPng } from '../../model/export/png';
import { pytorchProgram } from '../../model/export/pytorch';
import { toHash } from '../../model/hash';
import type { Recipe } from '../../model/recipe';
import { type Stage, type StageName, stagesOf } from '../../model/stages';
import type { View } from '../../view';
import { picture } from './picture';

/** A further language is one more line here. */
const programs = {
  pytorch: { name: 'PyTorch', file: 'attention_pytorch.py', write: pytorchProgram },
  numpy: { name: 'NumPy', file: 'attention_numpy.py', write: numpyProgram },
  javascript: { name: 'JavaScript', file: 'attention.mjs', write: javascriptProgram },
} satisfies Record<string, { name: string; file: string; write(recipe: Recipe): string }>;

export interface Choice {
  /** null: the selected stage, whichever it is. */
  stage: StageName | null;
  program: keyof typeof programs;
  /** What became of the last thing asked for. */
  said: TemplateResult | typeof nothing;
}

interface Offering {
  view: View;
  t: TakeawayWords;
  recipe: Recipe;
  choice: Choice;
  choose(patch: Partial<Choice>): void;
}

export function offer(offering: Offering): TemplateResult {
  const { t, choice } = offering;
  return html`
    ${line(
      t.link,
      nothing,
      act(t.copyLink, () => copy(offering, new URL(toHash(offering.view.state), document.baseURI).href)),
    )}
    ${line(
      t.everything,
      t.everythingSay,
      save(offering, 'attention.json', () =>
        text(toJson(offering.view.picture, toHash(offering.view.state)), 'application/json'),
      ),
    )}
    ${oneStage(offering)} ${program(offering)}
    <div class="said" role="status">${choice.said}</div>
  `;
}

const line = (name: string, say: string | typeof nothing, offered: unknown): TemplateResult => html`<div class="line">
  <h3>${name}</h3>
  <div>
    ${say === nothing ? nothing : html`<p>${say}</p>`}
    <div class="do">${offered}</div>
  </div>
</div>`;

const act = (name: string, run: () => void): TemplateResult => html`<button class="act" @click=${run}>${name}</button>`;

function oneStage(offering: Offering): TemplateResult {
  const { view, t, choice, choose } = offering;
  const stages = stagesOf(view.picture);
  const stage = stages.get(choice.stage ?? view.selected.stage) ?? (stages.get('output') as Stage);
  const tensor = view.picture.stages[stage.name];
  const { head } = view.selected;
  const isStack = stage.sheets !== 'one' && view.picture.numHeads > 1;
  const drawn = `${stage.code}${isStack ? `_head_${head}` : ''}`;
  const svg = () => picture(view, stage);
  const seen = guard([view.picture, view.selected, view.scheme, view.state.language, stage], () => {
    const { width, height, source } = asImage(svg());
    return html`<img class="preview" src=${source} width=${width} height=${height} alt=${t.picture(stage.code)} />`;
  });
  return line(
    t.one,
    isStack ? t.oneSayHead(head) : t.oneSay,
    html`<select
        aria-label=${t.stage}
        .value=${live(stage.name)}
        @change=${(event: Event) => choose({ stage: (event.target as HTMLSelectElement).value as StageName })}
      >
        ${[...stages.values()].map(({ name, code }) => html`<option value=${name} ?selected=${name === stage.name}>${code}</option>`)}
      </select>
      ${tensor && save(offering, `${stage.code}.npy`, () => new Blob([writeNpy(tensor)]))}
      ${tensor && save(offering, `${stage.code}.csv`, () => text(toCsv(view.picture, stage, tensor), 'text/csv'))}
      ${save(offering, `${drawn}.svg`, () => text(svg(), 'image/svg+xml'))}
      ${save(offering, `${drawn}.png`, () => toPng(svg()))}
      <div class="wide" tabindex="0" role="region" aria-label=${t.picture(stage.code)}>${seen}</div>`,
  );
}

/** An image as large as the drawing says it is. */
function asImage(svg: string): { width: string; height: string; source: string } {
  const [, width = '', height = ''] = / width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  return { width, height, source: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

function program(offering: Offering): TemplateResult {
  const { t, recipe, choice, choose, view } = offering;
  const { file, write } = programs[choice.program];
  const written = () => write(recipe);
  return line(
    t.program,
    t.programSay,
    html`<div class="choices" role="group" aria-label=${t.language}>
        ${Object.entries(programs).map(
          ([key, { name }]) => html`<button
            aria-pressed=${key === choice.program}
            @click=${() => choose({ program: key as Choice['program'] })}
          >
            ${name}
          </button>`,
        )}
      </div>
      ${act(t.copyCode, () => copy(offering, written()))} ${save(offering, file, () => text(written(), 'text/plain'))}
      <pre translate="no" tabindex="0" role="region" aria-label=${file}><code translate="no">${guard([view.picture, choice.program], written)}</code></pre>`,
  );
}

const text = (content: string, type: string): Blob => new Blob([content], { type: `${type};charset=utf-8` });

/** A button that makes a file and hands it to the browser to keep. */
function save({ t, choose }: Offering, file: string, make: () => Blob | Promise<Blob>): TemplateResult {
  return act(t.save(file), async () => {
    try {
      saveFile(file, await make());
      choose({});
    } catch (error) {
      choose({
        said: html`<span class="problem">${t.failed(error)}</span>`,
      });
    }
  });
}

/** Where nothing may be copied, it is shown, to be copied by hand. */
async function copy({ t, choose }: Offering, content: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(content);
    choose({ said: html`${t.copied}` });
  } catch {
    choose({
      said: html`<label>${t.notCopied} <textarea readonly rows="2" .value=${content} @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea></label>`,
    });
  }
}
