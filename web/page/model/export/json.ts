// The whole trace and what it was computed from, as JSON.
import { shortest } from '../../files/digits';
import type { Source } from '../recipe';
import { stagesOf } from '../stages';
import { inert } from './literals';

/** What JSON has no numbers for is written as text: "NaN", "Infinity", "-Infinity". */
export function toJson(source: Source): string {
  const { inputs, stages, batchSize, numSteps, numKvPairs, numHiddens, numHeads, numKvHeads } = source;
  const named = [...stagesOf(source).keys()].flatMap((name) => {
    const tensor = stages[name];
    return tensor ? [[name, { shape: tensor.shape, data: Array.from(tensor.data, plain) }]] : [];
  });
  const trace = {
    format: 'xattention trace',
    version: 1,
    sizes: { batchSize, numSteps, numKvPairs, numHiddens, numHeads, numKvHeads },
    inputs,
    stages: Object.fromEntries(named),
  };
  return `${inert(JSON.stringify(trace))}\n`;
}

const plain = (value: number): number | string => (Number.isFinite(value) ? Number(shortest(value)) : String(value));
