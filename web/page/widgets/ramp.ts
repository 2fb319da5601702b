// Colour scales, interpolated in OKLab so that equal steps look equal. They know numbers, not attention.
import { formatHex, interpolate, modeLrgb, modeOklab, modeRgb, useMode, wcagLuminance } from 'culori/fn';

useMode(modeRgb);
useMode(modeLrgb);
useMode(modeOklab);

export type Scheme = 'light' | 'dark';

const sequential = {
  light: ['#F0F2ED', '#C2E0E3', '#78BDC5', '#278993', '#004A51'],
  dark: ['#1D2428', '#164547', '#147175', '#3CAEB4', '#B9F5F8'],
};
const negative = {
  light: ['#F0F2ED', '#F1D2C4', '#E09E80', '#B85E31', '#762F06'],
  dark: ['#1D2428', '#573222', '#985535', '#DC855D', '#FFC9AF'],
};

export interface Paint {
  background: string;
  /** Black or white, whichever contrasts more. */
  text: string;
}

export interface Ramp {
  /** [low, high] of the values the colours stand for. */
  domain: [number, number];
  /** Colours from low to high, for a legend; one array for each kind and scheme. */
  stops: readonly string[];
  paint(value: number): Paint;
}

const levels = 256;

function table(colours: string[]): Paint[] {
  const mix = interpolate(colours, 'oklab');
  return Array.from({ length: levels + 1 }, (_, i) => {
    const background = formatHex(mix(i / levels)) ?? '#000000';
    const luminance = wcagLuminance(background);
    return { background, text: (luminance + 0.05) ** 2 > 0.05 * 1.05 ? '#000000' : '#ffffff' };
  });
}

function scale(scheme: Scheme) {
  const up = sequential[scheme];
  const down = negative[scheme];
  return {
    up: table(up),
    down: table(down),
    sequential: up,
    logarithmic: [...up],
    diverging: [...down.slice(1).reverse(), ...up],
  };
}

const scales = { light: scale('light'), dark: scale('dark') };

function pickFrom(paints: Paint[], share: number): Paint {
  const level = Math.round(Math.min(1, Math.max(0, share)) * levels);
  return paints[Number.isNaN(level) ? 0 : level] as Paint;
}

/** 0 … 1, always the same domain: the same share has the same colour in every picture. */
export function sequentialRamp(scheme: Scheme): Ramp {
  const { up, sequential: stops } = scales[scheme];
  return { domain: [0, 1], stops, paint: (value) => pickFrom(up, value) };
}

/** The smallest share a logarithmic scale tells from 0. */
export const logFloor = 1e-4;

/** 10⁻⁴ … 1 in decades of equal length: small shares are seen. */
export function logRamp(scheme: Scheme): Ramp {
  const { up, logarithmic: stops } = scales[scheme];
  const paint = (value: number) => pickFrom(up, 1 - Math.log10(Math.max(value, logFloor)) / Math.log10(logFloor));
  return { domain: [logFloor, 1], stops, paint };
}

/** Symmetric about zero; +∞ and −∞ take the ends. */
export function divergingRamp(scheme: Scheme, extent: number): Ramp {
  const { up, down, diverging: stops } = scales[scheme];
  const paint = (value: number) => (value < 0 ? pickFrom(down, -value / extent) : pickFrom(up, value / extent));
  return { domain: [-extent, extent], stops, paint };
}

/**
 * The largest finite |value|, rounded up to 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 × 10ⁿ; 1 when there is none.
 * Where all values are equal it is twice as much, so that they take a middle colour and not an extreme one.
 */
export function niceExtent(values: Iterable<number>): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const largest = Math.max(Math.abs(low), Math.abs(high)) * (low === high ? 2 : 1);
  if (largest === 0 || !Number.isFinite(largest)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= largest * (1 - 1e-9));
  return Number(((step ?? 10) * power).toPrecision(2));
}
