// A call as the line of a test.

import { type Call, isTable, TensorValue, type Value, Wrong } from './values.js';

/** A test to be put into tests/lib/fuzzed.test.ts as it is. */
export function printTest(what: string, { method, args, layer }: Call): string {
  const made = layer ? `, { kind: '${layer.kind}', spec: ${printValue(layer.spec)} }` : '';
  return [
    `test(${quote(what)}, async () => {`,
    `  await expectRight(call('${method}', [${args.map(printValue).join(', ')}]${made}));`,
    '});',
  ].join('\n');
}

function printValue(value: Value): string {
  if (value instanceof TensorValue) return printTensor(value);
  if (value instanceof Wrong) return `wrong(${quote(value.text)})`;
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  if (isTable(value)) {
    const entries = Object.entries(value).map(([name, item]) => `${name}: ${printValue(item)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return typeof value === 'string' ? quote(value) : printNumber(value as number);
}

function printTensor({ shape, data, layout }: TensorValue): string {
  const made = layout === 'flat' ? '' : `, '${layout}'`;
  return `tensor([${shape.join(', ')}], [${data.map(printNumber).join(', ')}]${made})`;
}

const printNumber = (x: unknown): string => (Object.is(x, -0) ? '-0' : Number.isNaN(x) ? 'Number.NaN' : String(x));

const quote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
