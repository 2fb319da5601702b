/** A finite number in no more digits than it takes to get the same one back. */
export function shortest(value: number): string {
  if (Math.fround(value) !== value) return String(value);
  // A float32 needs at most 9 digits; as a float64 it would be written with up to 17.
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
