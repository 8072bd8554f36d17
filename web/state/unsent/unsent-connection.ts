import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { UNSENT } from '../../data/unsent-stores.ts'
import type { KeptChat, KeptDraft, KeptMessage } from './unsent-records.ts'

interface Unsent extends DBSchema {
  messages: { key: number; value: KeptMessage; indexes: { id: string } }
  drafts: { key: [userId: string, conversationId: string]; value: KeptDraft }
  /** Has one at most. */
  chats: { key: number; value: KeptChat }
}

const VERSION = 2

/** The connection to the database of unsent texts. It opens again after the browser or a later version has closed it. */
export function createUnsentConnection() {
  let opening: Promise<IDBPDatabase<Unsent>> | null = null

  function close() {
    void opening?.then(
      (database) => database.close(),
      () => undefined,
    )
    opening = null
  }

  function open(): Promise<IDBPDatabase<Unsent>> {
    opening ??= openDB<Unsent>(UNSENT.database, VERSION, {
      upgrade(database, before) {
        database.createObjectStore('chats')
        if (before === 1) return
        const messages = database.createObjectStore('messages', { keyPath: 'order', autoIncrement: true })
        messages.createIndex('id', 'id', { unique: true })
        database.createObjectStore('drafts', { keyPath: ['userId', 'conversationId'] })
      },
      // A later version of the app waits to change the database.
      blocking: close,
      // Some browsers end the connection of a page in the background.
      terminated: close,
    }).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  return { open, close }
}
