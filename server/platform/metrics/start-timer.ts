/** Returns a function that gives the seconds since this call. */
export function startTimer(): () => number {
  const start = performance.now()
  return () => (performance.now() - start) / 1_000
}
