import { describe, expect, it } from 'vitest'
import type { TestApp } from '../../kit/app.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { aRegistration, call } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

/** OWASP's second recommended setting for argon2id. */
const OWASP = { algorithm: 'argon2id', settings: ['m=19456', 'p=1', 't=2'] }

const database = useStarted(createTestDatabase)
const node = useNode(() => ({ databaseUrl: database.url, costlyPasswords: true }))
const cheap = useNode(() => ({ databaseUrl: database.url }))

async function register({ url }: TestApp) {
  const registration = aRegistration()
  const { status } = await call(url, 'POST', '/api/user', { body: registration })
  expect(status).toBe(200)
  return registration
}

async function storedCost(userName: string) {
  const { passwordHash } = await node.app.context.database.prisma.user.findUniqueOrThrow({
    where: { userName },
  })
  const [, algorithm, , settings] = passwordHash.split('$')
  return { algorithm, settings: settings?.split(',').sort() }
}

describe('a password hash', () => {
  it('costs what OWASP recommends unless the server is configured otherwise', async () => {
    const { userName } = await register(node)
    expect(await storedCost(userName)).toEqual(OWASP)
  })

  it('rises to that cost at the next login', async () => {
    const { userName, password } = await register(cheap)
    expect(await storedCost(userName)).not.toEqual(OWASP)
    const { status } = await call(node.url, 'POST', '/auth', { body: { userName, password } })
    expect(status).toBe(200)
    expect(await storedCost(userName)).toEqual(OWASP)
  })
})
