import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createAccountMails,
  createBillingMails,
  createReminderMails,
  type MailMessage,
} from '#server/notifications/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { ask } from '../kit/graphql.ts'
import { mailed } from '../kit/mails.ts'
import { moderationOf } from '../kit/moderation.ts'
import { aRegistration, call, join } from '../kit/person.ts'

const MESSAGE = 'Display name cannot contain a link, an email address or an amount of money'
const NAMES = ['Win at evil.com', 'Get $500 today', 'ask me@evil.com']

let node: TestApp
beforeAll(async () => {
  node = await startApp()
})
afterAll(() => node[Symbol.asyncDispose]())

describe('a display name with a link, an address or money', () => {
  it.each(NAMES)('is refused at registration: %s', async (displayName) => {
    const input = aRegistration({ displayName })
    const overRest = await call(node.url, 'POST', '/api/user', { body: input })
    expect(overRest).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: { displayName: MESSAGE } },
    })
    const overGraphql = await ask(
      node,
      null,
      'mutation($input: RegistrationInput!) { register(input: $input) { token } }',
      { input: { ...input, gender: 'FEMALE', lookingFor: ['DATING'] } },
    )
    expect(overGraphql.errors).toMatchObject([{ extensions: { fields: { displayName: MESSAGE } } }])
  })

  it.each(NAMES)('is refused when a profile is changed: %s', async (displayName) => {
    const asha = await join(node)
    const profile = { ...asha.user, interests: 'Chess', lookingFor: 'Dating' }
    const refused = await asha.call('PUT', '/api/v1/user', { ...profile, displayName })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: { displayName: MESSAGE } },
    })
    expect((await asha.call('PUT', '/api/v1/user', profile)).status).toBe(200)
  })

  it('that was stored before is left out of a mail that the server sends', async () => {
    const { suspend } = await moderationOf(node)
    const asha = await join(node, { verified: false })
    await node.app.context.database.prisma.user.update({
      where: { id: asha.id },
      data: { displayName: NAMES[0] ?? '' },
    })
    await call(node.url, 'POST', '/re-verify', { body: asha.user.userName })
    await suspend(asha)
    for (const subject of [/Verify/, /suspended/]) {
      const { text, html } = await mailed(node, asha.user.userName, subject)
      expect(text + html).toContain('Hello there,')
      expect(text + html).not.toContain('evil.com')
    }
  })

  it('stands in no mail about an account, a payment or a reminder', async () => {
    const sent: MailMessage[] = []
    const deps = {
      mail: { send: async (message: MailMessage) => void sent.push(message) },
      publicUrl: 'https://rapport.example',
      onError: (error: unknown) => expect.unreachable(String(error)),
    }
    const until = new Date()
    for (const displayName of NAMES) {
      const to = { email: 'asha@example.com', displayName }
      const account = createAccountMails(deps)
      account.verification({ ...to, code: 'x' })
      account.passwordReset({ ...to, token: 'x', code: 'x' })
      account.passwordChanged(to)
      account.deletionAsked({ ...to, eraseAfter: until })
      account.deletionCalledOff(to)
      createBillingMails(deps).receipt({
        ...to,
        userId: 'x',
        plan: 'daily',
        until,
        amount: 10_000,
        currency: 'INR',
      })
      const reminders = createReminderMails(deps)
      reminders.premiumEnding({ ...to, until })
      await reminders.missed({ ...to, messages: 1, people: 1, unsubscribe: 'https://rapport.example/u' })
    }
    expect(sent).toHaveLength(8 * NAMES.length)
    for (const { subject, text, html } of sent) {
      expect(subject + text + html).not.toMatch(/evil\.com|\$500/)
      expect(text).toContain('Hello there,')
    }
  })
})
