// The sections of the lesson: what is loaded when somebody comes to read them. A further one is a file and a line.
import type { Section } from '../section';
import { s01 } from './s01';

export const sections: readonly Section[] = [s01];
