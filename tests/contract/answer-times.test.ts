import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../kit/app.ts'
import { call, join } from '../kit/person.ts'

let node: TestApp
beforeAll(async () => {
  node = await startApp({ env: { PUBLIC_URL: 'https://rapport.example' } })
})
afterAll(() => node[Symbol.asyncDispose]())

const TRIES = 15

/**
 * The shortest times, in milliseconds, of asking about somebody known and about nobody, in turns: whatever else the
 * machine does can only lengthen one.
 */
async function shortest(ask: (email: string) => Promise<unknown>) {
  const { user } = await join(node, { verified: false })
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let turn = -1; turn < TRIES; turn += 1) {
    for (const kind of ['known', 'unknown'] as const) {
      const started = performance.now()
      await ask(kind === 'known' ? user.userName : `nobody-${turn}@example.com`)
      // The first turn warms up.
      if (turn >= 0) times[kind].push(performance.now() - started)
    }
  }
  return [Math.min(...times.known), Math.min(...times.unknown)] as const
}

describe('the time of an answer does not tell whether the account exists', () => {
  it.each([
    [
      'a failed login',
      (email: string) =>
        call(node.url, 'POST', '/auth', { body: { userName: email, password: 'Wrong-pass1' } }),
    ],
    [
      '/password/reset',
      (email: string) =>
        call(node.url, 'POST', '/password/reset', {
          body: { user: email, origin: 'https://rapport.example' },
        }),
    ],
    ['/re-verify', (email: string) => call(node.url, 'POST', '/re-verify', { body: email })],
  ])('%s', async (_name, ask) => {
    const [known, unknown] = await shortest(ask)
    // Without the precautions the difference is tenfold.
    expect(Math.abs(known - unknown)).toBeLessThan(0.3 * Math.max(known, unknown))
  })
})
