import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../kit/app.ts'
import { type Answer, aRegistration, call } from '../../kit/person.ts'
import { prove } from '../../kit/proof.ts'

const WRONG = 'Wrong-Monsoon-1'
const RIGHT = 'Monsoon-2026'
const OWNER = '198.51.100.1'
const STRANGER = '192.0.2.1'

type Place = { from: string; device?: string; headers?: Record<string, string> }

const logIn = (node: TestApp, userName: string, password: string, { from, device, headers }: Place) =>
  call(node.url, 'POST', '/auth', {
    body: { userName, password },
    headers: { 'x-forwarded-for': from, ...(device ? { cookie: device } : {}), ...headers },
  })

/** The device cookie of this answer. */
const deviceOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .find((cookie) => cookie.includes('_device=')) ?? ''

async function withOwner(
  settings: Record<string, string>,
  test: (node: TestApp, email: string, device: string) => Promise<void>,
) {
  const node = await startApp({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'on', ...settings } })
  try {
    const body = aRegistration()
    const headers = { 'x-forwarded-for': OWNER }
    const registered = await call(node.url, 'POST', '/api/user', { body, headers })
    await test(node, body.userName, deviceOf(registered))
  } finally {
    await node[Symbol.asyncDispose]()
  }
}

describe('failed logins by strangers', () => {
  it('block only their own network, and do not lock the owner out on another', () =>
    withOwner({}, async (node, email) => {
      const tries = await Promise.all(
        Array.from({ length: 30 }, () => logIn(node, email, WRONG, { from: STRANGER })),
      )
      const statuses = tries.map(({ status }) => status).sort()
      expect(statuses, 'many at once are no more than a few').toEqual([
        ...Array<number>(10).fill(401),
        ...Array<number>(20).fill(429),
      ])
      expect((await logIn(node, email, RIGHT, { from: STRANGER })).status).toBe(429)
      expect((await logIn(node, email, RIGHT, { from: OWNER })).status).toBe(200)
    }))

  // covers: beyond-strangers-lock-no-account
  it('do not lock the owner out of a known browser, even on the same address', () =>
    withOwner({}, async (node, email, device) => {
      for (let times = 0; times < 80; times += 1) await logIn(node, email, WRONG, { from: OWNER })
      expect((await logIn(node, email, RIGHT, { from: OWNER })).status).toBe(429)
      expect((await logIn(node, email, RIGHT, { from: OWNER, device })).status).toBe(200)
    }))

  it('count despite the device cookie of another account', () =>
    withOwner({}, async (node, email) => {
      const body = aRegistration()
      const stranger = await call(node.url, 'POST', '/api/user', { body })
      const device = deviceOf(stranger)
      expect(device).not.toBe('')
      for (let times = 0; times < 10; times += 1) await logIn(node, email, WRONG, { from: STRANGER, device })
      expect((await logIn(node, email, WRONG, { from: STRANGER, device })).status).toBe(429)
    }))

  it('ask a new browser of the owner for proof of work, which lets the owner in at once', () =>
    withOwner({ PROOF_OF_WORK: 'bursts' }, async (node, email) => {
      for (let times = 0; times < 6; times += 1)
        await logIn(node, email, WRONG, { from: `192.0.2.${times + 1}` })
      const asked = await logIn(node, email, RIGHT, { from: OWNER })
      expect(asked).toMatchObject({ status: 428, body: { code: 'PROOF_REQUIRED' } })
      const answer = await logIn(node, email, RIGHT, { from: OWNER, headers: await prove(asked) })
      expect(answer.status).toBe(200)
    }))

  it('ask for proof of work when they reach the limit of an address, instead of a wait', () =>
    withOwner({ PROOF_OF_WORK: 'bursts' }, async (node, email) => {
      for (let times = 0; times < 70; times += 1) await logIn(node, email, WRONG, { from: OWNER })
      const asked = await logIn(node, email, RIGHT, { from: OWNER })
      expect(asked.status).toBe(428)
      expect((await logIn(node, email, RIGHT, { from: OWNER, headers: await prove(asked) })).status).toBe(200)
    }))

  // covers: beyond-password-guessing
  it('hit a limit for each network even with proof of work', () =>
    withOwner({ PROOF_OF_WORK: 'bursts', RATE_LIMIT_FACTOR: '0.2' }, async (node, email) => {
      const proven = async (password: string, from: string) => {
        const asked = await logIn(node, email, password, { from })
        return asked.status === 428
          ? logIn(node, email, password, { from, headers: await prove(asked) })
          : asked
      }
      // Two without a proof, and four with one.
      for (let times = 0; times < 6; times += 1) expect((await proven(WRONG, STRANGER)).status).toBe(401)
      expect((await proven(WRONG, STRANGER)).status).toBe(429)
      expect((await proven(RIGHT, OWNER)).status).toBe(200)
    }))
})

describe('a browser that logged in before', () => {
  it('gets the same limit of failed logins as a new browser', () =>
    withOwner({}, async (node, email, device) => {
      for (let times = 0; times < 20; times += 1)
        expect((await logIn(node, email, WRONG, { from: OWNER, device })).status).toBe(401)
      expect((await logIn(node, email, WRONG, { from: OWNER, device })).status).toBe(429)
    }))

  // covers: beyond-logins-limited
  it('logs in thirty times at most, and does not keep the owner out of another browser', () =>
    withOwner({}, async (node, email, device) => {
      for (let times = 0; times < 30; times += 1)
        expect((await logIn(node, email, RIGHT, { from: OWNER, device })).status).toBe(200)
      expect((await logIn(node, email, RIGHT, { from: OWNER, device })).status).toBe(429)
      expect((await logIn(node, email, RIGHT, { from: STRANGER })).status).toBe(200)
    }))
})
