// Every golden case on the GPU: the same values, the same refusals.

import { describeGolden } from '../lib/conformance.js';
import { engine, isAvailable } from './engine.js';

if (isAvailable) describeGolden('webgpu', engine);
