// A stage in words: its name, two sentences, its shape in the lesson's names and in numbers.
import { html, nothing, type TemplateResult } from 'lit';
import { headSize, type Step, shapeOf, stageOfStep } from '../../model/stages';
import type { View } from '../../view';
import { fixed, precise } from '../../widgets/number';

export function heading(view: View, step: Step): TemplateResult {
  const { t, picture } = view;
  const stage = stageOfStep(step, picture);
  const shape = stage && shapeOf(stage, picture);
  return html`<div class="strip" data-step=${step}>
    <h2>${t.steps[step].title}</h2>
    <p>${said(view, step)} ${step === 'mask' ? brush(view) : nothing}</p>
    <div class="shape" translate="no">${shape ? html`(${shape.names.join(', ')})<br />= <b>(${shape.numbers.join(', ')})</b>` : ''}</div>
  </div>`;
}

function brush({ t, brush: on, act }: View): TemplateResult {
  return html`<span class="brush"><button class="plain" aria-pressed=${on} @click=${act.toggleBrush}>${t.edit.brush}</button>
    ${on ? t.edit.brushHint : nothing}</span>`;
}

function said({ t, picture }: View, step: Step): TemplateResult {
  const size = headSize(picture);
  switch (step) {
    case 'input':
      if (picture.asks && !picture.asks.vectors) return t.say.inputBelow;
      return picture.asks?.positions ? t.say.inputPlaced : t.say.input;
    case 'scale': {
      const root = Math.sqrt(size);
      const { scale, softcap } = picture.inputs;
      const said =
        scale === null
          ? t.say.scale(size, Number.isInteger(root) ? String(root) : fixed(root, 2))
          : t.say.scaleSet(precise(scale));
      return softcap === 0 ? said : html`${said}${t.say.capped(softcap)}`;
    }
    case 'drop':
      return t.say.drop(picture.inputs.dropout);
    case 'mask': {
      const holes = picture.forbidden.filter((masks) => masks.length > 0).length;
      return holes > 0 ? t.say.mask(holes, picture.forbidden.length) : t.say.maskNone;
    }
    case 'gather':
      return t.say.gather(picture.numSteps);
    case 'join':
      return t.say.join(picture.numHeads, size);
    default:
      return t.say[step];
  }
}
