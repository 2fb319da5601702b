// A model in the ONNX format, as bytes: the few messages of its protocol buffers that a graph of known shapes needs.
// Field numbers are those of onnx.proto.

/** Unsigned LEB128. @param {number} n @returns {number[]} */
const varint = (n) => (n < 128 ? [n] : [(n % 128) | 128, ...varint(Math.floor(n / 128))]);

const bytesOf = (value) => (typeof value === 'string' ? new TextEncoder().encode(value) : value);

/** A field that holds bytes, a string or another message. */
function field(number, value) {
  const bytes = bytesOf(value);
  return Buffer.concat([Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
}
const integer = (number, value) => Uint8Array.from([...varint(number * 8), ...varint(value)]);
const message = (...fields) => Buffer.concat(fields.flat());

const types = { float32: 1, int32: 6, int64: 7 };

/** A whole number or several, none below 0: our graphs have no other attributes. */
function attribute(name, value) {
  const [INT, INTS] = [2, 7];
  if (Array.isArray(value)) return message(field(1, name), ...value.map((i) => integer(8, i)), integer(20, INTS));
  return message(field(1, name), integer(3, value), integer(20, INT));
}

function tensor(name, { data, shape, type = 'float32' }) {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message(...shape.map((size) => integer(1, size)), integer(2, types[type]), field(8, name), field(9, raw));
}

function valueInfo(name, { shape, type = 'float32' }) {
  const dimensions = shape.map((size) => field(1, integer(1, size)));
  const ofTensor = message(integer(1, types[type]), field(2, message(...dimensions)));
  return message(field(1, name), field(2, field(1, ofTensor)));
}

/** A graph that is written down node by node. */
export class Graph {
  #nodes = [];
  #constants = [];
  #inputs = [];
  #count = 0;

  /** @param {string} name @param {number[]} shape */
  input(name, shape) {
    this.#inputs.push(field(11, valueInfo(name, { shape })));
    return name;
  }

  /** @param {{ data: Float32Array | Int32Array | BigInt64Array, shape: number[], type?: string }} value */
  constant(value) {
    const name = this.#name();
    this.#constants.push(field(5, tensor(name, value)));
    return name;
  }

  /** @param {number[]} values */
  integers(...values) {
    return this.constant({ data: BigInt64Array.from(values, BigInt), shape: [values.length], type: 'int64' });
  }

  /** Adds a node and returns the name of its output; '' stands for an input left out. */
  node(operator, inputs, attributes = {}, domain = '') {
    return this.nodes(operator, inputs, 1, attributes, domain)[0];
  }

  nodes(operator, inputs, numOutputs, attributes = {}, domain = '') {
    const outputs = Array.from({ length: numOutputs }, () => this.#name());
    const fields = [
      ...inputs.map((name) => field(1, name)),
      ...outputs.map((name) => field(2, name)),
      field(4, operator),
      ...Object.entries(attributes).map(([name, value]) => field(5, attribute(name, value))),
      field(7, domain),
    ];
    this.#nodes.push(field(1, message(...fields)));
    return outputs;
  }

  /** The bytes of the model whose result is `output`. @param {string} output @param {number[]} shape */
  model(output, shape) {
    const graph = message(this.#nodes, field(2, 'graph'), this.#constants, this.#inputs, [
      field(12, valueInfo(output, { shape })),
    ]);
    const operators = [
      field(8, message(field(1, ''), integer(2, 23))),
      field(8, message(field(1, 'com.microsoft'), integer(2, 1))),
    ];
    return new Uint8Array(message(integer(1, 11), field(7, graph), operators));
  }

  #name = () => `v${this.#count++}`;
}
