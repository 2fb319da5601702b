// The colours of shares on a canvas: the page's ramp as a table, linear or logarithmic.
import { niceExtent, type Paint, type Scheme, sequentialRamp } from '../../widgets/ramp';

export const scales = ['log', 'linear'] as const;
export type Scale = (typeof scales)[number];

/** Which values the colours stand for. */
export interface Domain {
  scale: Scale;
  low: number;
  high: number;
}

export interface Colours extends Domain {
  /** Colours from low to high, for a legend. */
  stops: readonly string[];
  ticks: readonly string[];
  /** The colour of a value as the four bytes of a pixel. */
  pixel(value: number): number;
  paint(value: number): Paint;
}

/** Logarithmic from a decade below an equal share of all keys, so that what is more than that stands out; linear from 0. */
export function domainOf(scale: Scale, count: number, largest: number): Domain {
  return scale === 'log'
    ? { scale, low: 10 ** (Math.floor(Math.log10(1 / Math.max(1, count))) - 1), high: 1 }
    : { scale, low: 0, high: Math.min(1, niceExtent([0, largest])) };
}

const levels = 256;
const opaque = 0xff000000;

export function coloursOf(scheme: Scheme, domain: Domain): Colours {
  const ramp = sequentialRamp(scheme);
  const { scale, low, high } = domain;
  const share = (value: number) =>
    scale === 'linear' ? value / high : Math.log(Math.max(value, low) / low) / Math.log(high / low);
  const table = Uint32Array.from({ length: levels + 1 }, (_, i) => bytesOf(ramp.paint(i / levels).background));
  // NaN counts as the heaviest, as it does where weights are listed.
  const pixel = (value: number) =>
    table[Math.round(Math.min(1, Math.max(0, share(value))) * levels)] ?? (table[levels] as number);
  return { ...domain, stops: ramp.stops, ticks: ticksOf(domain), pixel, paint: (value) => ramp.paint(share(value)) };
}

/** #rrggbb in the order in which a canvas keeps it. */
function bytesOf(colour: string): number {
  const rgb = Number.parseInt(colour.slice(1), 16);
  return (opaque | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

function ticksOf({ scale, low, high }: Domain): string[] {
  if (scale === 'linear') return ['0', String(high / 2), String(high)];
  const decades = Math.round(Math.log10(high / low));
  return Array.from({ length: decades + 1 }, (_, i) => (i === decades ? '1' : `10${superscript(i - decades)}`));
}

const superscript = (power: number): string =>
  String(power).replace(/./g, (sign) => (sign === '-' ? '⁻' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? '')));
