import { v7 as uuidv7 } from 'uuid'
import { type Database, openDatabase } from '#server/platform/postgres/index.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A database, and rows in it without a server that writes them. */
export interface Rows extends AsyncDisposable {
  readonly url: string
  readonly database: Database
  /** Stores a member. Returns their id. */
  member(changes?: MemberChanges): Promise<string>
  /** Stores an open conversation of two members. Returns its id. */
  conversation(one: string, other: string): Promise<string>
}

interface MemberChanges {
  premiumUntil?: Date
  premiumCancelled?: boolean
  latitude?: number
  longitude?: number
  shownLatitude?: number
  shownLongitude?: number
}

interface RowsOptions {
  poolSize?: number
  /** A database in place of a new one. It is removed in the end. */
  testDatabase?: TestDatabase
}

export async function openRows({ poolSize = 4, ...given }: RowsOptions = {}): Promise<Rows> {
  const testDatabase = given.testDatabase ?? (await createTestDatabase())
  const database = await openDatabase({ url: testDatabase.url, poolSize })
  const { prisma } = database
  return {
    url: testDatabase.url,
    database,
    async member(changes = {}) {
      const id = uuidv7()
      await prisma.user.create({
        data: {
          id,
          userName: `${id}@example.com`,
          passwordHash: 'none',
          displayName: 'Asha',
          phone: '',
          gender: 'Female',
          age: 31,
          interests: ['Jazz'],
          lookingFor: ['Friendship'],
          ...changes,
        },
      })
      return id
    },
    async conversation(one, other) {
      const id = uuidv7()
      const [lowUserId = '', highUserId = ''] = [one, other].sort()
      const members = [
        { userId: one, partnerId: other },
        { userId: other, partnerId: one },
      ]
      await prisma.conversation.create({ data: { id, lowUserId, highUserId, members: { create: members } } })
      return id
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await testDatabase[Symbol.asyncDispose]()
    },
  }
}
