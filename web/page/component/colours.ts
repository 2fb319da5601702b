// What colour a weight has. Among hundreds of keys most weights are small: by their decades they can be told apart.
import { type Ramp, type Scheme, sequentialRamp } from '../widgets/ramp';

export interface Colours {
  log: boolean;
  ramp: Ramp;
}

/** Weights from 10⁻⁴ down share the palest colour. */
const decades = 4;

function byDecades(scheme: Scheme): Ramp {
  const { paint, stops } = sequentialRamp(scheme);
  return {
    domain: [10 ** -decades, 1],
    stops: [...stops], // an array of its own: a matrix knows by it that its colours changed
    paint: (weight) => paint(1 + Math.log10(weight) / decades),
  };
}

const logRamps = { light: byDecades('light'), dark: byDecades('dark') };

export const coloursOf = (scheme: Scheme, log: boolean): Colours => ({
  log,
  ramp: log ? logRamps[scheme] : sequentialRamp(scheme),
});
