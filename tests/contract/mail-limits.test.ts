import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../kit/app.ts'
import { mailsTo } from '../kit/mails.ts'
import { call, join } from '../kit/person.ts'

const ORIGIN = 'https://rapport.example'
const QUARTER = 15 * 60

let node: TestApp
beforeAll(async () => {
  node = await startApp({ env: { RATE_LIMIT_FACTOR: '1', PUBLIC_URL: ORIGIN } })
})
afterAll(() => node[Symbol.asyncDispose]())

describe.each([
  [
    'a verification link',
    'resendByAccountADay',
    (email: string) => call(node.url, 'POST', '/re-verify', { body: email }),
  ],
  [
    'a password reset',
    'resetByAccountADay',
    (email: string) => call(node.url, 'POST', '/password/reset', { body: { user: email, origin: ORIGIN } }),
  ],
] as const)('%s', (_, limit, ask) => {
  it('is mailed to one address ten times a day at most, whether or not it has an account', async () => {
    const asha = await join(node)
    await node.app.context.database.prisma.user.update({
      where: { id: asha.id },
      data: { emailVerified: false },
    })
    const before = mailsTo(node, asha.user.userName).length
    for (const email of [asha.user.userName, `nobody-${asha.user.userName}`]) {
      // Asked for at other hours of the day, as a quarter of an hour has a limit of its own.
      for (let times = 0; times < 9; times += 1) await node.app.context.limits.count(limit, email)
      expect((await ask(email)).status).toBe(200)
      const { status, headers, body } = await ask(email)
      expect({ status, code: body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(QUARTER)
    }
    expect(mailsTo(node, asha.user.userName).length - before).toBe(1)
  })
})
