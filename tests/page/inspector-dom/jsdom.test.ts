// @vitest-environment jsdom
// What is missing in jsdom, as canvases, it says on its console at length.
// @vitest-environment-options { "console": false }
import { describe } from 'vitest';
import { drawsHere } from './drawn.js';

describe('in jsdom', drawsHere);
