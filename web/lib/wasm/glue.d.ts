// Stands for glue.js, what Emscripten emits for the builds of one thread.
import type { GlueFactory } from './builds.js';

declare const create: GlueFactory;
export default create;
