// Asks for a shape. What is written goes to a layer of the engine, which takes it or says why not.
import { html, type TemplateResult } from 'lit';
import type { AsyncEngine } from 'xattention';
import { reasonIn } from '../../i18n/reasons';
import type { View } from '../../view';
import { exercise, type Verdict, type Words } from './exercise';
import { shapeText } from './reading';

type Sizes = readonly [batchSize: number, numSteps: number, numHiddens: number];

/** More numbers than this are not made to find out. */
const most = 100_000;
const axes = ['batch_size', 'num_steps', 'num_hiddens'];

export function shapeExercise(view: View, question: Words, right: Sizes, why: Words): TemplateResult {
  const shape = async (given: number[]): Promise<Verdict> => {
    if (given.join() === right.join()) return { right: true, reason: await accepted(view.core, right, why) };
    return { right: false, reason: await mistaken(view.core, right, given) };
  };
  return exercise(view, { question, shape });
}

async function accepted(core: AsyncEngine | null, right: Sizes, why: Words): Promise<Words> {
  const said = await reply(core, right, right[2]);
  return { en: html`${why.en} ${said.en}`, zh: html`${why.zh}${said.zh}` };
}

async function mistaken(core: AsyncEngine | null, right: Sizes, given: readonly number[]): Promise<Words> {
  const [, numSteps, numHiddens] = right;
  if (given.length !== 3) {
    const alone = given.join() === [numSteps, numHiddens].join();
    return alone
      ? {
          en: `${shapeText(given)} is one sentence by itself. The lesson’s X is a batch, and a batch of one still has its axis.`,
          zh: `${shapeText(given)} 是单独一句话。课程里的 X 是一个批量，哪怕只有一句，批量这一维也还在。`,
        }
      : { en: `X has three axes: ${axes.join(', ')}.`, zh: `X 有三个维度：${axes.join('、')}。` };
  }
  const reading = given.map((size, i) => `${axes[i]} = ${size}`);
  const said = await reply(core, given, numHiddens);
  return {
    en: html`That says ${reading.join(', ')}. ${said.en}`,
    zh: html`这表示 ${reading.join('，')}。${said.zh}`,
  };
}

/** What a layer of this hidden size makes of an X of that shape. */
async function reply(core: AsyncEngine | null, shape: readonly number[], numHiddens: number): Promise<Words> {
  const size = shape.reduce((product, axis) => product * axis, 1);
  if (!core || size > most) return { en: '', zh: '' };
  const layer = await core.selfAttention({ numHiddens });
  try {
    const { output } = await layer.forward({ data: new Float32Array(size), shape });
    const out = html`<code translate="no">${shapeText(output.shape)}</code>`;
    return {
      en: html`A layer of <code translate="no">num_hiddens</code> = ${numHiddens} took it and gave back ${out}.`,
      zh: html`<code translate="no">num_hiddens</code> = ${numHiddens} 的层接受了它，输出 ${out}。`,
    };
  } catch (error) {
    return {
      en: html`A layer of <code translate="no">num_hiddens</code> = ${numHiddens} refused it: ${reasonIn('en', error)}`,
      zh: html`<code translate="no">num_hiddens</code> = ${numHiddens} 的层不接受它：${reasonIn('zh', error)}`,
    };
  } finally {
    layer.dispose();
  }
}
