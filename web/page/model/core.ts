import type { AsyncEngine, Engine } from 'xattention';

/** What computes a picture: in this thread, or behind promises in one of its own. */
export type Core = Engine | AsyncEngine;
