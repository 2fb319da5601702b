// Every golden case on the GPU: the same values, the same refusals.

import { describeGolden } from '../lib/conformance.js';
import { engine } from './engine.js';

if (engine) describeGolden('webgpu', engine);
