/** The server decides what has expired, and its clock may be a little behind. In milliseconds. */
const MARGIN = 1_000
/** Milliseconds after which the server is asked again about what has expired by the clock of this device alone. */
const ASK_AGAIN_AFTER = 30_000

/** Returns in how many milliseconds to ask the server whether something has expired. `expires` is an ISO time. */
export function untilExpiry(expires: string, now: number): number {
  const left = Date.parse(expires) - now
  return left > 0 ? left + MARGIN : ASK_AGAIN_AFTER
}
