// @vitest-environment jsdom
import { describe, vi } from 'vitest';
import { drawsHere } from './drawn.js';

// jsdom has no canvas, and says so on the console at length each time one is asked for.
vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);

describe('in jsdom', drawsHere);
