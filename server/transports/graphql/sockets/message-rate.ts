/** Messages, pings and pongs together. A page sends a few, and ten operations at once. */
const MAX_A_SECOND = 200

/** Returns a function that counts a frame of a client, and returns whether the client sends too many. */
export function createMessageRate(): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(performance.now() / 1_000)
    if (now !== second) count = 0
    second = now
    count += 1
    return count > MAX_A_SECOND
  }
}
