/** Calls of functions that end later. */
export interface CallTracker {
  /** Calls the function. Its end is that of its promise or, if the last argument is a function, of this callback. */
  call(work: (...input: unknown[]) => unknown, input: readonly unknown[]): unknown
  /** The number of calls that have not ended. */
  pending(): number
}

export function createCallTracker(): CallTracker {
  let pending = 0
  const end = () => {
    pending -= 1
  }
  return {
    call(work, input) {
      pending += 1
      const callback = input.at(-1)
      if (typeof callback === 'function') {
        const ending = (...result: unknown[]) => {
          end()
          return callback(...result)
        }
        return work(...input.slice(0, -1), ending)
      }
      const result = work(...input)
      if (result instanceof Promise) result.then(end, end)
      else end()
      return result
    },
    pending: () => pending,
  }
}
