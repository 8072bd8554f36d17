/** Serves jobs in the order of their arrival, with one or more servers, such as the cores of a machine. */
export interface Station {
  /** Adds a job that arrives at `at` and returns when it is done. Jobs must be added in the order of their arrival. */
  serve(at: number, time: number): number
  /** The time that all jobs together have kept the servers busy. */
  readonly busy: number
}

export function createStation(servers: number): Station {
  const freeAt = new Float64Array(servers)
  let busy = 0
  const firstFree = () => {
    let found = 0
    for (let index = 1; index < servers; index += 1)
      if ((freeAt[index] ?? 0) < (freeAt[found] ?? 0)) found = index
    return found
  }
  return {
    serve(at, time) {
      const server = firstFree()
      const done = Math.max(at, freeAt[server] ?? 0) + time
      freeAt[server] = done
      busy += time
      return done
    },
    get busy() {
      return busy
    },
  }
}
