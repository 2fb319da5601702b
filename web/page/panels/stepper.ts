// The formula as the way through the page: each stop lights its part of it.
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { ref } from 'lit/directives/ref.js';
import { type Step, stageOfStep, steps } from '../model/stages';
import type { View } from '../view';
import { keepInSight, scrollHint } from '../widgets/scroll-hint';
import { reveal } from './figure/reveal';
import './stepper.css';

export function stepper(view: View): TemplateResult {
  const { t, act, step, playing, picture, wide } = view;
  const shown = steps.filter((name) => picture.numHeads > 1 || (name !== 'join' && name !== 'mix'));
  const now = shown.indexOf(step);
  return html`<nav class="rail" aria-label=${t.stepper}>
    <div class="formula" translate="no">${formula(step)}</div>
    <ol class="stops" data-more="" ${scrollHint()}>
      ${shown.map((name, i) => {
        const absent = !stageOfStep(name, picture);
        return html`<li class=${classMap({ past: i < now, absent })}>
          <button ${name === step ? ref(playing ? follow(step, wide) : keepInSight) : nothing} aria-current=${name === step ? 'step' : 'false'} ?disabled=${absent} title=${absent ? t.absent : ''} @click=${() => go(view, name)}>
            <span class="symbol" translate="no">${symbols[name]}</span><i class="dot"></i><span class="stop">${t.steps[name].stop}</span>
          </button>
        </li>`;
      })}
    </ol>
    <div class="play">
      ${control(t.previous, 'M11 3 5 9l6 6', () => act.step(-1))}
      ${control(playing ? t.stop : t.play, playing ? 'M5 4v10M13 4v10' : 'M5 3l10 6-10 6z', act.play, playing ? '' : 'fill')}
      ${control(t.next, 'M7 3l6 6-6 6', () => act.step(1))}
    </div>
  </nav>`;
}

/** On a phone the stages lie one under another: going to one scrolls there. */
function go({ act, wide }: View, step: Step): void {
  act.goTo(step);
  if (!wide) toStage(step);
}

const toStage = (step: Step): void => document.querySelector(`[data-step="${step}"]`)?.scrollIntoView();

// While the stages are played, what is on screen goes with them.
const followers = new Map<string, (stop?: Element) => void>();

/** One function for each step: told of another, the stop calls it. */
function follow(step: Step, wide: boolean): (stop?: Element) => void {
  const key = `${step} ${wide}`;
  const known =
    followers.get(key) ??
    ((stop?: Element) => {
      keepInSight(stop);
      if (stop) requestAnimationFrame(() => (wide ? reveal() : toStage(step)));
    });
  followers.set(key, known);
  return known;
}

const control = (label: string, path: string, run: () => void, fill = ''): TemplateResult =>
  html`<button aria-label=${label} title=${label} @click=${run}>
    <svg width="1.125rem" height="1.125rem" viewBox="0 0 18 18" aria-hidden="true"><path class=${fill} d=${path} /></svg>
  </button>`;

const symbols: Record<Step, TemplateResult> = {
  input: html`<i>X</i>`,
  project: html`<i class="q">Q</i> <i class="k">K</i> <i class="v">V</i>`,
  match: html`<i class="q">Q</i><i class="k">K</i><sup class="k">⊤</sup>`,
  scale: html`÷√<i>d</i>`,
  mask: html`mask`,
  share: html`softmax`,
  drop: html`dropout`,
  gather: html`·<i class="v">V</i>`,
  join: html`concat`,
  mix: html`·<i>W</i><sub>o</sub>`,
};

function formula(step: Step): TemplateResult {
  const on = (...names: Step[]) => (names.includes(step) ? 'on' : '');
  return html`<math translate="no" aria-label="softmax(Q Kᵀ / √d) V">
    <mi mathvariant="normal" class=${on('share')}>softmax</mi>
    <mrow>
      <mo class=${on('share', 'mask')} stretchy="false">(</mo>
      <mfrac class=${on('scale')}>
        <mrow>
          <mi class="q ${on('project', 'match')}">Q</mi>
          <msup class="k ${on('project', 'match')}"><mi>K</mi><mo>⊤</mo></msup>
        </mrow>
        <msqrt class=${on('scale')}><mi>d</mi></msqrt>
      </mfrac>
      <mo class=${on('share', 'mask')} stretchy="false">)</mo>
    </mrow>
    <mi class="v ${on('project', 'gather')}">V</mi>
  </math>`;
}
