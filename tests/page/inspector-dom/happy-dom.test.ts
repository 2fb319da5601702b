// @vitest-environment happy-dom
import { describe } from 'vitest';
import { drawsHere } from './drawn.js';

describe('in happy-dom', drawsHere);
