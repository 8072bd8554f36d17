import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedDemo } from '#server/local/seed.ts'
import { type Database, openDatabase } from '#server/platform/postgres/index.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { useStarted } from '../../kit/use-started.ts'

const empty = useStarted(createTestDatabase)
let database: Database
beforeAll(async () => {
  database = await openDatabase({ url: empty.url })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
})

it('the demo is seeded once into an empty database, and not into one that has a member', async () => {
  const { prisma, pool } = database
  const rows = async () => ({
    users: (await prisma.user.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id),
    conversations: await prisma.conversation.count(),
    messages: await prisma.message.count(),
  })
  await seedDemo(database, 'no hash')
  const seeded = await rows()
  expect(seeded.users.length).toBeGreaterThan(3)
  expect(seeded.conversations).toBeGreaterThan(0)
  await seedDemo(database, 'no hash')
  expect(await rows()).toEqual(seeded)

  await pool.query('TRUNCATE "user", conversation CASCADE')
  const member = {
    id: crypto.randomUUID(),
    userName: 'first@example.com',
    passwordHash: 'no hash',
    displayName: 'The first member',
    phone: '+919822012345',
    gender: 'Female' as const,
    age: 31,
  }
  await prisma.user.create({ data: member })
  await seedDemo(database, 'no hash')
  expect(await rows()).toEqual({ users: [member.id], conversations: 0, messages: 0 })
})
