// `xattention/inspector` as TypeScript sees it, compiled where the package is installed, by the strictest settings; each
// line marked as an error has to be one.

import 'xattention/inspector';
import type { Tensor } from 'xattention';
import type { AttentionInspector, AttentionWeights, InspectorSelection } from 'xattention/inspector';

const inspector: AttentionInspector = document.createElement('attention-inspector');
inspector.tokens = ['the', 'cat'];
inspector.keys = undefined;
inspector.attentionWeights = [
  [1, 0],
  [0.5, 0.5],
];
inspector.attentionWeights = [[[1, 0]], [[0, 1]]];
inspector.attentionWeights = { data: new Float64Array(4), shape: [1, 1, 2, 2] };
inspector.attentionWeights = [[[[[1, 0]]]]];
inspector.layers = [{ data: new Float32Array(4), shape: [1, 1, 2, 2] }];
inspector.tokens = [['the'], ['cat']];
inspector.tokens = undefined;
inspector.layer = 1;
const result: Tensor = { data: new Float32Array(4), shape: [2, 2] };
const weights: AttentionWeights = result;
inspector.attentionWeights = weights;
inspector.head = 0;
inspector.language = 'zh';
inspector.theme = 'auto';
inspector.addEventListener('select', ({ detail }) => {
  const { layer = 0, head, query, key, weight }: InspectorSelection = detail;
  console.log(layer + head + query + key + weight);
});
inspector.addEventListener('click', (event) => console.log(event.clientX));
const found: AttentionInspector | null = document.querySelector('attention-inspector');

// @ts-expect-error: tokens are strings
inspector.tokens = [1, 2];
// @ts-expect-error: flat data needs a shape
inspector.attentionWeights = new Float32Array(4);
// @ts-expect-error: there is no such theme
inspector.theme = 'sepia';
// @ts-expect-error: weights have at least two axes
inspector.attentionWeights = [1, 0];

export { found };
