// How a call is cut up for the limits of the device, and which way its parts are computed.

import { attendPart, attentionFits, type Layouts, type Operands, queriesAndMasksFit } from './attend.js';
import { type Fit, wholePart } from './fit.js';
import type { Gpu } from './gpu.js';
import type { Job } from './job.js';
import { mostBytes } from './limits.js';
import { type Part, partsThatFit, sizesOf } from './parts.js';
import { blocksOf, type DeviceRows, isBindable, keysOf, type Layout, type Range, stepsOf } from './rows.js';
import { padded } from './shapes.js';
import { scratchStages, stagesOfPart, sumUpPart } from './stages.js';

/** For the output alone: parts, and what computes one of them. */
export interface AttentionPlan {
  parts: Part[];
  /** @param output - the rows of this part */
  attend: (job: Job, operands: Operands, fit: Fit, part: Part, output: DeviceRows) => void;
}

/**
 * Fused, where a shader can be given all keys and values of a head; else by the stages, which take some keys at a time.
 *
 * @throws AttentionError `out-of-memory` where one query does not fit
 */
export function attentionPlan(layouts: Layouts, fit: Fit, gpu: Gpu, label: string): AttentionPlan {
  const fits = attentionFits(layouts, fit, gpu.limits);
  if (fits({ batch: [0, 1], head: [0, 1], query: [0, 1] })) {
    return { parts: partsThatFit(wholePart(fit), fits, label), attend: attendPart };
  }
  const parts = partsThatFit(wholePart(fit), someWeightsFit(layouts, fit, gpu), label);
  return { parts, attend: attendByStages };
}

/** Parts whose stages are all kept. @throws AttentionError `out-of-memory` where one query does not fit */
export function tracedParts(layouts: Layouts, fit: Fit, gpu: Gpu): Part[] {
  return partsThatFit(wholePart(fit), stagesFit(layouts, fit, gpu), 'trace');
}

/** Parts whose weights are looked at. @throws AttentionError `out-of-memory` where one query does not fit */
export function summarizedParts(layouts: Pick<Layouts, 'Q' | 'K'>, fit: Fit, gpu: Gpu): Part[] {
  const { Q, K } = layouts; // there is no sum of V, and no output
  return partsThatFit(wholePart(fit), someWeightsFit({ Q, K, V: K, output: Q }, fit, gpu), 'summarize');
}

function attendByStages(job: Job, operands: Operands, fit: Fit, part: Part, output: DeviceRows): void {
  const stages = stagesOfPart(job, operands, fit, part, {}, scratchStages(job));
  sumUpPart(job, stages, operands.V, fit, part, output);
}

/** Whether every stage of a part is within the limits too; keys and values may come some at a time. */
export function stagesFit({ Q, K, V, output }: Layouts, fit: Fit, gpu: Gpu) {
  const queriesFit = queriesAndMasksFit({ Q, output }, fit, gpu.limits);
  const most = mostBytes(gpu.limits);
  return (part: Part): boolean => {
    const [batch, heads, queries] = sizesOf(part);
    const canComeInBlocks = (rows: Layout) => {
      const seen = keysOf(rows, part, fit.group);
      return isBindable(stepsOf(seen, blocksOf(seen, most)[0] as Range), most);
    };
    const stage = 4 * batch * heads * queries * padded(fit.scores[3]);
    return stage <= most && queriesFit(part) && [K, V].every(canComeInBlocks);
  };
}

/** So much of weights at a time: large enough to keep a GPU busy, small beside L × S. */
const MOST_WEIGHT_BYTES = 32 * 2 ** 20;

/** The same, and no more weights at a time than these. */
function someWeightsFit(layouts: Layouts, fit: Fit, gpu: Gpu) {
  const fits = stagesFit(layouts, fit, gpu);
  return (part: Part): boolean => {
    const [batch, heads, queries] = sizesOf(part);
    const bytes = 4 * batch * heads * queries * padded(fit.scores[3]);
    return (bytes <= MOST_WEIGHT_BYTES || batch * heads * queries === 1) && fits(part);
  };
}
