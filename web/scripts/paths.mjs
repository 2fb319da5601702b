// Where things are. Scripts may be started from anywhere.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string[]} parts */
export const at = (...parts) => join(root, ...parts);

/** The command-line tool of an npm package. @param {string} tool */
export const bin = (tool) => at('node_modules', '.bin', tool);
