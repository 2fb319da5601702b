// Stands for glue-threads.js, what Emscripten emits for the builds with threads.
import type { GlueFactory } from './builds.js';

declare const create: GlueFactory;
export default create;
