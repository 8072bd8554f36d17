import { describe, expect, it } from 'vitest'
import { mailsTo } from '../../kit/mails.ts'
import { call, join } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const ORIGIN = 'https://rapport.example'

const node = useNode({ env: { RATE_LIMIT_FACTOR: '1', PUBLIC_URL: ORIGIN } })

describe.each([
  ['a verification link', 'resend', (email: string) => call(node.url, 'POST', '/re-verify', { body: email })],
  [
    'a password reset',
    'reset',
    (email: string) => call(node.url, 'POST', '/password/reset', { body: { user: email, origin: ORIGIN } }),
  ],
] as const)('%s', (_, kind, ask) => {
  // covers: beyond-mail-limits
  it('mails once in 15 minutes beyond the limits, and gives all requests the same answer', async () => {
    const asha = await join(node)
    await node.app.context.database.prisma.user.update({
      where: { id: asha.id },
      data: { emailVerified: false },
    })
    const email = asha.user.userName
    const { limits } = node.app.context
    const before = mailsTo(node, email).length
    // Strangers asked at other hours of the day.
    for (let times = 0; times < 10; times += 1) await limits.count(`${kind}ByAccountADay`, email)
    const answers = []
    for (let times = 0; times < 6; times += 1) answers.push(await ask(email), await ask(`nobody-${email}`))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toEqual(answers[0]?.body)
    }
    expect(mailsTo(node, email).length - before).toBe(1)
    await limits.forget(`${kind}BeyondLimits`, email)
    expect((await ask(email)).status).toBe(200)
    expect(mailsTo(node, email).length - before, 'a quarter of an hour later').toBe(2)
  })

  it('mails for each of four requests within 15 minutes', async () => {
    const { user } = await join(node, { verified: false })
    const before = mailsTo(node, user.userName).length
    for (let times = 0; times < 4; times += 1) expect((await ask(user.userName)).status).toBe(200)
    expect(mailsTo(node, user.userName).length - before).toBe(4)
  })
})
