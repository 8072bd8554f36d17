/** Draws from the distributions that the simulations need, with random numbers from 0 to 1. */
export interface Draw {
  /** Of an exponential distribution with this mean. */
  exponential(mean: number): number
  /** Of a log-normal distribution with this median; `sigma` is the standard deviation of the logarithm. */
  logNormal(median: number, sigma: number): number
  /** A whole number from 0 to below `count`. */
  below(count: number): number
  share(): number
}

export function createDraw(random: () => number): Draw {
  /** Above 0: its logarithm is finite. */
  const positive = () => 1 - random()
  const normal = () => Math.sqrt(-2 * Math.log(positive())) * Math.cos(2 * Math.PI * random())
  return {
    exponential: (mean) => -Math.log(positive()) * mean,
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
    below: (count) => Math.floor(random() * count),
    share: random,
  }
}
