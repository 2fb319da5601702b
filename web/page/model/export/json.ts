// The whole trace and what it was computed from, as JSON.
import { shortest } from '../../files/digits';
import type { Source } from '../recipe';
import { stagesOf } from '../stages';
import { inert } from './literals';

/** The address brings all of the state back; what JSON has no numbers for is text: "NaN", "Infinity", "-Infinity". */
export function toJson(source: Source, address: string): string {
  const { inputs, stages, batchSize, numSteps, numKvPairs, numHiddens, numHeads, numKvHeads } = source;
  const named = [...stagesOf(source).keys()].flatMap((name) => {
    const tensor = stages[name];
    return tensor ? [[name, { shape: tensor.shape, data: Array.from(tensor.data, plain) }]] : [];
  });
  const trace = {
    format: 'xattention trace',
    version: 1,
    address,
    sizes: { batchSize, numSteps, numKvPairs, numHiddens, numHeads, numKvHeads },
    inputs,
    stages: Object.fromEntries(named),
  };
  return `${inert(JSON.stringify(trace, spelled))}\n`;
}

/** The inputs as they stand in such a file. */
export const savedInputs = (inputs: object): string => JSON.stringify(inputs, spelled);

/** Numbers of a person's own are among the inputs. */
const spelled = (_: string, value: unknown): unknown =>
  value instanceof Float32Array ? Array.from(value, plain) : value;

const plain = (value: number): number | string => (Number.isFinite(value) ? Number(shortest(value)) : String(value));
