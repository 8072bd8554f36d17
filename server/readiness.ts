interface Pinged {
  ping(): Promise<unknown>
}

/** Returns whether this node can serve requests: not while draining, and only with the database and Redis. */
export const createReadiness =
  ({ database, redis }: { database: Pinged; redis: Pinged | null }, isDraining: () => boolean) =>
  async () => {
    if (isDraining()) return false
    const answers = await Promise.allSettled([database.ping(), redis?.ping()])
    return answers.every((answer) => answer.status === 'fulfilled')
  }
