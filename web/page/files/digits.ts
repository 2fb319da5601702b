/** A finite number in no more digits than it takes to get the same one back. */
export function shortest(value: number): string {
  if (Math.fround(value) !== value) return String(value);
  // A float32 needs at most 9 digits; as a float64 it would be written with up to 17. Most need 7 or more.
  const short = (digits: number) => Number(value.toPrecision(digits));
  const suffice = (digits: number) => Math.fround(short(digits)) === value;
  let digits = suffice(6) ? 1 : 7;
  while (digits < 9 && !suffice(digits)) digits += 1;
  return String(short(digits));
}
