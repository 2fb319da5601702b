// What colour a weight has. Among hundreds of keys most weights are small: by their decades they can be told apart.
import { logRamp, type Ramp, type Scheme, sequentialRamp } from '../widgets/ramp';

export interface Colours {
  scheme: Scheme;
  log: boolean;
  ramp: Ramp;
}

export const coloursOf = (scheme: Scheme, log: boolean): Colours => ({
  scheme,
  log,
  ramp: (log ? logRamp : sequentialRamp)(scheme),
});
