// Every golden case, through the package, in every variant.

import { describeGolden } from './conformance.js';
import { engines } from './engines.js';

for (const [name, engine] of engines) describeGolden(name, engine);
