// Stands for relaxed-threads.js, the glue that Emscripten emits into dist/lib/wasm/.
import type { GlueFactory } from './builds.js';

declare const create: GlueFactory;
export default create;
