import { describe, expect, it } from 'vitest'
import { DESKTOP_AGENT, DESKTOP_LINK_SCHEME } from '#schema/desktop.ts'
import { describeBrowser } from '#server/domains/accounts/sessions/describe-browser.ts'
import {
  createAccountMails,
  createBillingMails,
  createReminderMails,
  type MailMessage,
} from '#server/domains/mail/index.ts'
import { escapeHtml } from '#server/platform/html.ts'
import { pathOfLink } from '../../../desktop/main/deep-links.ts'
import { ask } from '../../kit/graphql.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { moderationOf } from '../../kit/moderation.ts'
import { aRegistration, call, join } from '../../kit/person.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useNode } from '../../kit/use-node.ts'

const ORIGIN = 'https://rapport.example'
const MESSAGE = 'Display name cannot contain a link, an email address or an amount of money'
const NAMES = ['Win at evil.com', 'Get $500 today', 'ask me@evil.com']

const node = useNode({ env: { PUBLIC_URL: ORIGIN } })

describe('a display name with a link, an address or money', () => {
  it.each(NAMES)('fails at registration: %s', async (displayName) => {
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

  it.each(NAMES)('fails when a profile is changed: %s', async (displayName) => {
    const asha = await join(node)
    const profile = { ...asha.user, interests: 'Chess', lookingFor: 'Dating' }
    const refused = await asha.call('PUT', '/api/v1/user', { ...profile, displayName })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: { displayName: MESSAGE } },
    })
    expect((await asha.call('PUT', '/api/v1/user', profile)).status).toBe(200)
  })

  it('does not appear in a mail when it was stored earlier', async () => {
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

  // covers: beyond-display-names-in-mails
  it('does not appear in any mail about an account, a payment or a reminder', async () => {
    const sent: MailMessage[] = []
    const mail = { send: async (message: MailMessage) => void sent.push(message) }
    const platform = testPlatform({ database: node.app.context.database })
    const settings = { publicUrl: 'https://rapport.example' }
    const until = new Date()
    for (const displayName of NAMES) {
      const to = { email: 'asha@example.com', displayName, language: 'en' }
      const account = createAccountMails(platform, { mail }, settings)
      account.verification({ ...to, code: 'x', desktop: true })
      account.passwordReset({ ...to, token: 'x', code: 'x', desktop: true })
      account.passwordChanged(to)
      account.deletionRequested({ ...to, eraseAfter: until })
      account.deletionCancelled(to)
      await createBillingMails(platform, { mail }, settings).receipt({
        ...to,
        userId: crypto.randomUUID(),
        plan: 'daily',
        until,
        amount: 10_000,
        currency: 'INR',
      })
      const reminders = createReminderMails(platform, { mail }, settings)
      reminders.premiumEnding({ ...to, until })
      const unsubscribe = 'https://rapport.example/u'
      await reminders.unreadReminder({ ...to, messages: 1, people: 1, unsubscribe, desktop: true })
    }
    expect(sent).toHaveLength(8 * NAMES.length)
    for (const { subject, text, html } of sent) {
      expect(subject + text + html).not.toMatch(/evil\.com|\$500/)
      expect(text).toContain('Hello there,')
    }
  })
})

describe('a member of the desktop app', () => {
  const AGENT = { 'user-agent': `Mozilla/5.0 Chrome/150.0.0.0 Electron/45.4.1 ${DESKTOP_AGENT}/1.2.3` }

  /**
   * Returns the path that the second link of a mail opens in the app, as the page behind it reads it; null without
   * one.
   */
  function appPathOf({ text, html }: { text: string; html: string }) {
    const [, link] = /^Open in the desktop app: (\S+)$/m.exec(text) ?? []
    expect(html.includes('Open in the desktop app')).toBe(link !== undefined)
    if (link === undefined) return null
    expect(html).toContain(`href="${escapeHtml(link)}"`)
    const { pathname, search, hash } = new URL(link)
    expect([pathname, search]).toEqual(['/open-app', ''])
    const path = hash.slice(1)
    expect(pathOfLink(`${DESKTOP_LINK_SCHEME}:/${path}`)).toBe(path)
    return path
  }

  /** Returns the path of a mail's first link, which is always the one for the browser. */
  const browserPathOf = ({ link }: { link: URL }) => link.pathname + link.search

  // covers: beyond-desktop-link-in-mails
  it('gets a second link in a reset mail, even after logging out there', async () => {
    const asha = await join(node)
    const { userName } = asha.user
    const login = await call(node.url, 'POST', '/auth', {
      body: { userName, password: aRegistration().password },
      headers: AGENT,
    })
    await call(node.url, 'POST', '/api/v1/logout', { token: String(login.body.token) })
    const body = { user: userName, origin: ORIGIN }
    const answer = await call(node.url, 'POST', '/password/reset', { body })
    const mail = await mailed(node, userName, /Reset/)
    expect(appPathOf(mail)).toBe(browserPathOf(mail))
    expect(mail.text + mail.html).not.toContain(`${DESKTOP_LINK_SCHEME}:`)
    expect(mail.text.indexOf('Open in')).toBeGreaterThan(mail.text.indexOf(mail.link.href))

    // A stranger whose client claims to be the app neither changes the member's mail nor learns anything.
    const ben = await join(node)
    const foreign = { user: ben.user.userName, origin: ORIGIN }
    const same = await call(node.url, 'POST', '/password/reset', { body: foreign, headers: AGENT })
    expect([same.status, same.body]).toEqual([answer.status, answer.body])
    expect(appPathOf(await mailed(node, ben.user.userName, /Reset/))).toBeNull()
  })

  it('gets a link in the verification mail after registering in the app', async () => {
    const input = aRegistration()
    await call(node.url, 'POST', '/api/user', { body: input, headers: AGENT })
    const first = await mailed(node, input.userName, /Verify/)
    expect(appPathOf(first)).toBe(browserPathOf(first))
    await call(node.url, 'POST', '/re-verify', { body: input.userName })
    await expect.poll(() => mailsTo(node, input.userName)).toHaveLength(2)
    const again = await mailed(node, input.userName, /Verify/)
    expect(appPathOf(again)).toBe(browserPathOf(again))
    const browser = aRegistration()
    await call(node.url, 'POST', '/api/user', { body: browser })
    expect(appPathOf(await mailed(node, browser.userName, /Verify/))).toBeNull()
  })

  it('sees the app by name in the list of sessions', () => {
    expect(describeBrowser(AGENT['user-agent']).browser).toBe('Rapport desktop app')
  })
})
