import argon2 from 'argon2'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PRODUCT } from '#schema/product.ts'
import { withMinimumResponseTime } from '#server/domains/accounts/minimum-response-time.ts'
import { mailsTo } from '../../kit/mails.ts'
import { type Answer, aRegistration, call, join } from '../../kit/person.ts'
import { statementsDuring } from '../../kit/statements.ts'
import { useNode } from '../../kit/use-node.ts'

/** The waits for the minimum response time, 250 ms. Each lasts until the test ends it. */
const floor = vi.hoisted(() => ({ waits: [] as (() => void)[] }))
vi.mock('node:timers/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:timers/promises')>()
  const setTimeout: typeof original.setTimeout = (delay, value, options) =>
    delay === 250
      ? new Promise((resolve) => floor.waits.push(() => resolve(value as never)))
      : original.setTimeout(delay, value, options)
  return { ...original, setTimeout }
})

const ORIGIN = 'https://rapport.example'
const CHECK_CODE = `/${PRODUCT.slug}-api/password/verify-reset-code`
const node = useNode({ env: { PUBLIC_URL: ORIGIN }, costlyPasswords: true })
beforeEach(() => {
  floor.waits = []
})
afterEach(() => {
  vi.restoreAllMocks()
})

const post = (path: string, body: unknown) => call(node.url, 'POST', path, { body })
const logIn = (userName: string) => post('/auth', { userName, password: 'Wrong-pass1' })

describe('response times', () => {
  // covers: design-response-times-reveal-nothing
  it('do not reveal whether an account exists: a failed login always runs the same statements and one password hash', async () => {
    const { user } = await join(node)
    const hashed = vi.spyOn(argon2, 'verify')
    const cost = async (userName: string) => {
      hashed.mockClear()
      const { statements } = await statementsDuring(node, async () => {
        expect((await logIn(userName)).status).toBe(401)
      })
      // The parameters of the hash determine how long it takes.
      const parameters = hashed.mock.calls.map(([stored]) => stored.split('$').slice(0, 4))
      return { statements, parameters }
    }
    const known = await cost(user.userName)
    expect(known.statements.length).toBeGreaterThan(0)
    expect(known.parameters).toHaveLength(1)
    expect(await cost('nobody@example.com')).toEqual(known)
  })

  // covers: design-response-times-reveal-nothing
  it.each([
    ['/password/reset', (user: string) => post('/password/reset', { user, origin: ORIGIN })],
    ['/re-verify', (email: string) => post('/re-verify', email)],
    [
      '/verify-reset-code',
      (userName: string) =>
        call(node.url, 'GET', `${CHECK_CODE}?${new URLSearchParams({ userName, resetCode: 'WRONG-CODE' })}`),
    ],
  ])(
    'follow the same minimum for every address with %s, which is longer than the work takes',
    async (path, ask) => {
      const { user } = await join(node, { verified: false })
      const mails = () => mailsTo(node, user.userName).length
      const before = mails()
      const hashed = [vi.spyOn(argon2, 'hash'), vi.spyOn(argon2, 'verify')]
      const answers: Answer[] = []
      for (const email of [user.userName, 'nobody@example.com']) {
        const isKnown = email === user.userName
        let isAnswered = false
        const { statements } = await statementsDuring(node, async () => {
          const asked = ask(email).finally(() => {
            isAnswered = true
          })
          await expect.poll(() => floor.waits.length).toBe(1)
          if (isKnown && path !== '/verify-reset-code') await expect.poll(mails).toBe(before + 1)
          for (const _ of [1, 2, 3]) await call(node.url, 'GET', '/healthz')
          expect(isAnswered).toBe(false)
          for (const end of floor.waits.splice(0)) end()
          answers.push(await asked)
        })
        // A few statements and no hash take a small part of the minimum.
        expect(statements.length).toBeLessThanOrEqual(6)
      }
      const [known, unknown] = answers.map(({ status, body }) => ({ status, body }))
      expect(known).toEqual(unknown)
      for (const hash of hashed) expect(hash).not.toHaveBeenCalled()
    },
  )

  // covers: design-response-times-reveal-nothing
  it('keep the same minimum at a registration for a verified, an unverified and a banned address', async () => {
    const mailbox = `banned${crypto.randomUUID().slice(0, 8)}`
    const [verified, unverified, banned, admin] = [
      await join(node),
      await join(node, { verified: false }),
      await join(node, { userName: `${mailbox}@gmail.com` }),
      await join(node),
    ]
    const actor = { id: admin.id, role: 'ADMIN' as const }
    await node.app.context.moderation.decisions.decideAbout(actor, banned.id, {
      kind: 'BAN',
      reason: 'Threats',
    })
    const answers: Answer[] = []
    for (const userName of [verified.user.userName, unverified.user.userName, `${mailbox}+again@gmail.com`]) {
      let isAnswered = false
      const asked = post('/api/user', aRegistration({ userName })).finally(() => {
        isAnswered = true
      })
      await expect.poll(() => floor.waits.length).toBe(1)
      for (const _ of [1, 2, 3]) await call(node.url, 'GET', '/healthz')
      expect(isAnswered).toBe(false)
      for (const end of floor.waits.splice(0)) end()
      answers.push(await asked)
    }
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })
})

describe('a minimum response time', () => {
  const work = () => Promise.withResolvers<string>()
  /** Lets all pending work run. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('starts with the work, and ends with the longer of the two', async () => {
    for (const endsFirst of ['the work', 'the wait']) {
      const { promise, resolve } = work()
      const outcomes: string[] = []
      void withMinimumResponseTime(() => promise).then((outcome) => outcomes.push(outcome))
      expect(floor.waits).toHaveLength(1)
      const ends = [() => resolve('done'), floor.waits.pop() as () => void]
      if (endsFirst === 'the wait') ends.reverse()
      for (const expected of [[], ['done']]) {
        ends.shift()?.()
        await settled()
        expect(outcomes).toEqual(expected)
      }
    }
  })

  it('applies to a failure as well', async () => {
    const outcomes: string[] = []
    void withMinimumResponseTime(() => Promise.reject(new Error('refused'))).catch(() =>
      outcomes.push('refused'),
    )
    await settled()
    expect(outcomes).toEqual([])
    floor.waits.pop()?.()
    await settled()
    expect(outcomes).toEqual(['refused'])
  })
})
