/** How many tokens are remembered with their server. A session has one token at a time. */
const MAX_REMEMBERED = 100

/**
 * Returns a function that returns whether a token belongs to a server, which is the first one that received it. So late
 * calls of another server's page fail.
 */
export function createTokenOwners(): (origin: string, authorization: string) => boolean {
  const owners = new Map<string, string>()
  return (origin, authorization) => {
    const owner = owners.get(authorization) ?? origin
    owners.set(authorization, owner)
    for (const oldest of owners.keys()) {
      if (owners.size <= MAX_REMEMBERED) break
      owners.delete(oldest)
    }
    return owner === origin
  }
}
