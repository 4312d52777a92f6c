// The scale of a chart: it starts at 0, and its lines stand at round numbers.

const MOST_STEPS = 4;
const ROUND = [1, 2, 3, 5];

/** From the top down to 0; the top isn't below `most`. */
export function scaleFor(most: number): number[] {
  const step = stepFor(Math.max(most, 1));
  const steps = Math.ceil(Math.max(most, 1) / step);
  return Array.from({ length: steps + 1 }, (_, index) => (steps - index) * step);
}

function stepFor(most: number): number {
  for (let power = 1; ; power *= 10) {
    const step = ROUND.find((round) => round * power * MOST_STEPS >= most);
    if (step) return step * power;
  }
}
