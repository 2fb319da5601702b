// The colours of tokens.css that are painted, not styled: to ask a style for them would have the page laid out first.
import type { Scheme } from './ramp';

export interface Inks {
  rule: string;
  hole: string;
  hatch: string;
}

const light = { x: '#474c54', q: '#895a00', k: '#2a3f96', v: '#7d1840', t: '#0a6d7f' };
const dark = { x: '#bdbbb5', q: '#f5be5e', k: '#8aa8ff', v: '#f77fa6', t: '#6ce0e6' };

/** Bars have the hue of what they are. */
export const hues: Record<Scheme, Record<string, string>> = { light, dark };

export const inks: Record<Scheme, Inks> = {
  light: { rule: '#8a877f', hole: '#f4f2eb', hatch: '#8f8c83' },
  dark: { rule: '#767a82', hole: '#1a1d22', hatch: '#6e747e' },
};
