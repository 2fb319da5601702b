// The module that a worker runs; nothing imports it.

import { type Port, serve } from './async/serve.js';

serve(globalThis as unknown as Port);
