import { foldInterests } from '#server/platform/interest-keys.ts'
import type { NodeRegistry } from './node-registry.ts'
import type { Presence } from './presence-port.ts'

/** Members whose entries are restored at a time. */
const BATCH = 200

type Listener = (userId: string) => Promise<void> | void

/** Calls a listener for each member. A failing call does not stop the others. */
export async function callForEach(
  userIds: readonly string[],
  listener: Listener,
  onError: (error: unknown) => void,
): Promise<void> {
  await Promise.all(userIds.map(async (userId) => listener(userId)).map((called) => called.catch(onError)))
}

export interface OwnMembers extends Pick<Presence, 'opened' | 'changed' | 'closed'> {
  /** Renews the node's sign of life, and restores its entries when the registry may lack some. */
  signOfLife(seconds: number): Promise<void>
}

interface OwnMembersDeps {
  registry: NodeRegistry
  onOnline: Listener
  onError(error: unknown): void
}

type Own = Map<string, { streams: number; interests: string[] }>

/** The members with streams on this node, and their entries in the registry. */
export function createOwnMembers(deps: OwnMembersDeps): OwnMembers {
  const { registry, onError } = deps
  const own: Own = new Map()
  const { write, signOfLife } = createRegistrySync(deps, own)

  return {
    signOfLife,
    async opened(userId, interests) {
      const member = own.get(userId)
      if (member) {
        member.streams += 1
        return false
      }
      const folded = foldInterests(interests)
      own.set(userId, { streams: 1, interests: folded })
      return (await write(() => registry.open(userId, folded))) ?? false
    },
    async changed(userId, interests) {
      const folded = foldInterests(interests)
      const member = own.get(userId)
      if (member) member.interests = folded
      await registry.change(userId, folded).catch(onError)
    },
    async closed(userId) {
      const member = own.get(userId)
      if (!member) return
      member.streams -= 1
      if (member.streams > 0) return
      own.delete(userId)
      await write(() => registry.close(userId))
    },
  }
}

/** Writes to the registry, and restores this node's entries after a write has failed or Redis has lost them. */
function createRegistrySync({ registry, onOnline, onError }: OwnMembersDeps, own: Own) {
  let isComplete = true

  async function write<Result>(change: () => Promise<Result>): Promise<Result | null> {
    try {
      return await change()
    } catch (error) {
      isComplete = false
      onError(error)
      return null
    }
  }

  /** Skips members who left since. Nothing else runs between this check and the command. */
  async function open(userId: string) {
    const member = own.get(userId)
    return member ? registry.open(userId, member.interests) : false
  }

  /** Closes the entries of members who left, and returns the members without an entry. */
  async function closeLeft(): Promise<string[]> {
    const known = new Set<string>()
    for await (const userIds of registry.members()) {
      for (const userId of userIds) known.add(userId)
      const left = userIds.filter((userId) => !own.has(userId))
      await Promise.all(left.map((userId) => write(() => registry.close(userId))))
    }
    return [...own.keys()].filter((userId) => !known.has(userId))
  }

  async function restore() {
    const missing = await closeLeft()
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH)
      const cameOnline = await Promise.all(batch.map((userId) => write(() => open(userId))))
      const online = batch.filter((_, index) => cameOnline[index])
      await callForEach(online, onOnline, onError)
    }
  }

  async function signOfLife(seconds: number) {
    if (!(await registry.signOfLife(seconds))) isComplete = false
    if (isComplete) return
    // Set before the restore, to notice a failure during it.
    isComplete = true
    await restore().catch((error: unknown) => {
      isComplete = false
      throw error
    })
  }

  return { write, signOfLife }
}
