/** One weight is set; the others share what is left as they did before, or equally where they had nothing. */
export function reweighed(weights: readonly number[], index: number, weight: number): number[] {
  const rest = weights.reduce((sum, old, i) => (i === index ? sum : sum + old), 0);
  const left = 1 - weight;
  return weights.map((old, i) => {
    if (i === index) return weight;
    return rest > 0 ? (old / rest) * left : left / (weights.length - 1);
  });
}
