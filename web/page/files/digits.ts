/** A finite number in no more digits than it takes to get the same one back. */
export function shortest(value: number): string {
  if (Object.is(value, -0)) return '-0.0'; // -0 is a whole number in Python, and has no sign
  if (Math.fround(value) !== value) return String(value);
  // A float32 needs at most 9 digits; as a float64 it would be written with up to 17. Most need 7 or more.
  const first = sameIn(value, 6) === undefined ? 7 : 1;
  for (let digits = first; digits < 9; digits += 1) {
    const same = sameIn(value, digits);
    if (same !== undefined) return String(same);
  }
  return String(Number(value.toPrecision(9)));
}

/** The decimal of so many digits that is the same float32: the nearest, else one beside it, as below a power of two the floats lie closer. */
function sameIn(value: number, digits: number): number | undefined {
  const nearest = value.toExponential(digits - 1);
  if (Math.fround(Number(nearest)) === value) return Number(nearest);
  const [mantissa = '', exponent = '0'] = nearest.split('e');
  const whole = Number(mantissa.replace('.', ''));
  const beside = [whole - 1, whole + 1].map((one) => Number(`${one}e${Number(exponent) - digits + 1}`));
  return beside.find((one) => Math.fround(one) === value);
}
