// Every golden case on the GPU, by each of its variants: the same values, the same refusals.

import { describeGolden } from '../lib/conformance.js';
import { engines } from './engine.js';

for (const [variant, engine] of engines) describeGolden(`webgpu, ${variant}`, engine);
