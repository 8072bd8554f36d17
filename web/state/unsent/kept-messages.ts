import type { ShownMessage } from '../chat/messages.ts'
import type { OutboxQueue } from '../chat/outbox-queue.ts'
import { mergeKept } from './merge-kept.ts'
import type { UnsentDatabase } from './unsent-database.ts'
import type { KeptMessage } from './unsent-records.ts'

interface KeptMessagesDeps {
  database: Pick<
    UnsentDatabase,
    'addMessage' | 'moveMessage' | 'changeMessage' | 'removeMessage' | 'messages'
  >
  userId: string
  isSignedIn(): boolean
  now(): number
  /** Tells the other tabs that the messages of a conversation have changed. */
  announce(conversationId: string): void
}

interface Followed {
  queue: OutboxQueue
  run(): void
  /** The ids of the messages that were kept when they were last read. */
  seen: ReadonlySet<string>
}

/** Keeps unsent messages in the database. No function rejects: where nothing is stored, they last as long as the page. */
export function createKeptMessages({ database, userId, isSignedIn, now, announce }: KeptMessagesDeps) {
  const conversations = new Map<string, Followed>()
  /** The ids of the messages that were added here or read. */
  const added = new Set<string>()
  /** Counts the changes of this tab. */
  let changes = 0
  let reading: Promise<string[]> = Promise.resolve([])

  const record = (message: ShownMessage) => {
    const { id, conversationId } = message
    return { id, userId, conversationId, time: now(), message }
  }

  /** Returns whether the browser has stored the change. */
  async function change(conversationId: string, write: () => Promise<void>): Promise<boolean> {
    if (!isSignedIn()) return false
    changes += 1
    const isStored = await succeeds(write())
    if (isStored) announce(conversationId)
    return isStored
  }

  /** Returns the messages of this member with every change of this tab. */
  async function read(): Promise<KeptMessage[]> {
    const before = changes
    const all = await database.messages()
    return before === changes ? all.filter((kept) => kept.userId === userId) : read()
  }

  async function takeOver(): Promise<string[]> {
    const own = await read().catch(() => null)
    if (!own || !isSignedIn()) return []
    for (const { id } of own) added.add(id)
    for (const [id, followed] of conversations) {
      const kept = own.filter(({ conversationId }) => conversationId === id).map(({ message }) => message)
      mergeKept(followed.queue, kept, followed.seen)
      followed.seen = new Set(kept.map((message) => message.id))
      if (followed.queue.next()) followed.run()
    }
    return [...new Set(own.map(({ conversationId }) => conversationId))]
  }

  /** Brings the queues in line with what is kept. Returns the conversations that have messages. */
  function reread(): Promise<string[]> {
    reading = takeOver()
    return reading
  }

  return {
    reread,
    /** Resolves once the queues have what was kept. */
    settled: () => reading,
    /** Keeps a message as the last one, also one that was refused and is sent again. Resolves with whether it is kept. */
    add(message: ShownMessage): Promise<boolean> {
      const isNew = !added.has(message.id)
      added.add(message.id)
      return change(message.conversationId, () =>
        isNew ? database.addMessage(record(message)) : database.moveMessage(record(message)),
      )
    },
    change: (message: ShownMessage) =>
      void change(message.conversationId, () => database.changeMessage(record(message))),
    remove: (messageId: string, conversationId: string) =>
      void change(conversationId, () => database.removeMessage(messageId)),
    async follow(conversationId: string, queue: OutboxQueue, run: () => void) {
      conversations.set(conversationId, { queue, run, seen: new Set() })
      await reread()
    },
  }
}

const succeeds = (write: Promise<void>): Promise<boolean> =>
  write.then(
    () => true,
    () => false,
  )
