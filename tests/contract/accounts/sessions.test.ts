import { describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { aRegistration, call, join } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

describe('login', () => {
  // covers: 7-auth
  it('opens a session with the right password, whatever the case of the address', async () => {
    const input = aRegistration()
    await call(node.url, 'POST', '/api/user', { body: input })
    const { status, body } = await call(node.url, 'POST', '/auth', {
      body: { userName: ` ${input.userName.toUpperCase()}`, password: input.password },
    })
    expect(status).toBe(200)
    const session = await call(node.url, 'GET', '/api/session', { token: String(body.token) })
    expect(session.body).toMatchObject({ user: { userName: input.userName } })
  })

  // covers: 7-auth
  it('answers with the token and the same member as the session, and nothing else', async () => {
    const asha = await join(node)
    const { status, body } = await call(node.url, 'POST', '/auth', {
      body: { userName: asha.user.userName, password: aRegistration().password },
    })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['token', 'user'])
    const session = await call(node.url, 'GET', '/api/session', { token: String(body.token) })
    const { created, lastSeen, ...member } = body.user as Record<string, unknown>
    expect(session.body.user).toMatchObject(member)
    expect([created, lastSeen]).toEqual([expect.any(String), expect.any(String)])
    expect(Object.keys(session.body).sort()).toEqual([
      'conversationCount',
      'hasPushDevice',
      'nearByUsers',
      'onlineUsersWithCommonInterest',
      'unreadNotifications',
      'user',
    ])
  })

  it('gives the same answer for a wrong password and an unknown address', async () => {
    const input = aRegistration()
    await call(node.url, 'POST', '/api/user', { body: input })
    const wrong = await call(node.url, 'POST', '/auth', {
      body: { userName: input.userName, password: 'Wrong-pass1' },
    })
    const unknown = await call(node.url, 'POST', '/auth', {
      body: { userName: 'nobody@example.com', password: 'Wrong-pass1' },
    })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body).toEqual(unknown.body)
  })

  // covers: 8.1-rate-limits-of-account-calls
  it('hits a limit per account, and answers with the time to wait', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: '0.2' } })
    try {
      const attempt = () =>
        call(strict.url, 'POST', '/auth', {
          body: { userName: 'someone@example.com', password: 'Wrong-pass1' },
        })
      await attempt()
      await attempt()
      const { status, headers, body } = await attempt()
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body.code).toBe('RATE_LIMITED')
    } finally {
      await strict[Symbol.asyncDispose]()
    }
  })
})

describe('a session', () => {
  // covers: 6-members-only, 7-logout
  it('needs its token, and ends with logging out', async () => {
    const asha = await join(node)
    expect((await call(node.url, 'GET', '/api/session')).status).toBe(401)
    expect((await call(node.url, 'GET', '/api/session', { token: 'x'.repeat(43) })).status).toBe(401)
    expect((await asha.call('GET', '/api/session')).status).toBe(200)
    expect((await asha.call('GET', '/api/v1/logout')).status).toBe(200)
    expect((await asha.call('GET', '/api/session')).status).toBe(401)
  })

  it('stores only the hash of its token', async () => {
    const asha = await join(node)
    const [row] = await node.app.context.database.prisma.session.findMany({ where: { userId: asha.id } })
    expect(Buffer.from(row?.tokenHash ?? []).toString('base64url')).not.toContain(asha.token)
    expect(row?.tokenHash.length).toBe(32)
  })

  it('ends when it has expired', async () => {
    const asha = await join(node)
    await node.app.context.database.prisma.session.updateMany({
      where: { userId: asha.id },
      data: { expires: new Date(Date.now() - 1000) },
    })
    await node.app.context.events.emit('userChanged', { userId: asha.id })
    expect((await asha.call('GET', '/api/session')).status).toBe(401)
  })

  describe('with the cookie alone', () => {
    const withCookie = (token: string, headers: Record<string, string> = {}) => ({
      headers: { cookie: `rapport_session=${token}`, ...headers },
    })

    // covers: 6-cookie-from-own-pages
    it('reads, but changes nothing for another site', async () => {
      const asha = await join(node)
      expect((await call(node.url, 'GET', '/api/session', withCookie(asha.token))).status).toBe(200)
      for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await call(
          node.url,
          'GET',
          '/api/v1/logout',
          withCookie(asha.token, headers as Record<string, string>),
        )
        expect(answer.status).toBe(403)
      }
      expect((await asha.call('GET', '/api/session')).status).toBe(200)
    })

    it('changes state from our own pages', async () => {
      const asha = await join(node)
      const own = withCookie(asha.token, { 'sec-fetch-site': 'same-origin' })
      expect((await call(node.url, 'GET', '/api/v1/logout', own)).status).toBe(200)
    })
  })
})

describe('email verification', () => {
  // covers: 4.7-email-verified, 7-verify
  it('succeeds once, by the link in the mail', async () => {
    const asha = await join(node, { verified: false })
    const { link } = await mailed(node, asha.user.userName, /Verify/)
    const first = await call(node.url, 'GET', `/api/verify${link.search}`)
    expect(first.body).toEqual({ success: true, message: 'Email verification successful!' })
    const session = await asha.call('GET', '/api/session')
    expect(session.body).toMatchObject({ user: { emailVerified: true } })
    const second = await call(node.url, 'GET', `/api/verify${link.search}`)
    expect(second.body).toEqual({ success: true, message: 'Your email is already verified.' })
  })

  it('refuses a wrong code, the code of another member and an expired one', async () => {
    const [asha, ben] = [await join(node, { verified: false }), await join(node, { verified: false })]
    const { link } = await mailed(node, asha.user.userName, /Verify/)
    const code = link.searchParams.get('code') ?? ''
    const verify = (query: Record<string, string>) =>
      call(node.url, 'GET', `/api/verify?${new URLSearchParams(query)}`)
    expect((await verify({ code: 'nonsense', email: asha.user.userName })).body.success).toBe(false)
    expect((await verify({ code, email: ben.user.userName })).body.success).toBe(false)
    await node.app.context.database.prisma.emailVerification.updateMany({
      where: { userId: asha.id },
      data: { expires: new Date(Date.now() - 1000) },
    })
    expect((await verify({ code, email: asha.user.userName })).body.success).toBe(false)
    expect((await asha.call('GET', '/api/session')).body).toMatchObject({ user: { emailVerified: false } })
    expect((await call(node.url, 'GET', '/api/verify')).status).toBe(400)
  })

  // covers: 7-re-verify
  it('sends its mail again on a plain-text request, with the same answer for every address', async () => {
    const asha = await join(node, { verified: false })
    const ask = (email: string) =>
      call(node.url, 'POST', '/re-verify', { body: email, headers: { 'content-type': 'text/plain' } })
    const known = await ask(asha.user.userName)
    const unknown = await ask('nobody@example.com')
    expect(known.status).toBe(200)
    expect(known.body).toEqual(unknown.body)
    await expect.poll(() => mailsTo(node, asha.user.userName)).toHaveLength(2)
    expect(mailsTo(node, 'nobody@example.com')).toHaveLength(0)
    expect((await ask('not an address')).status).toBe(400)
  })

  // covers: beyond-roles-by-command-only
  it('grants no role, whatever the environment of the server names', async () => {
    const input = aRegistration()
    const operated = await startApp({ env: { ADMIN_EMAILS: input.userName } })
    try {
      const { body } = await call(operated.url, 'POST', '/api/user', { body: input })
      const { link } = await mailed(operated, input.userName, /Verify/)
      const verified = await call(operated.url, 'GET', `/api/verify${link.search}`)
      expect(verified.body).toMatchObject({ success: true })
      const session = await call(operated.url, 'GET', '/api/session', { token: String(body.token) })
      expect(session.body).toMatchObject({ user: { emailVerified: true, role: 'MEMBER' } })
    } finally {
      await operated[Symbol.asyncDispose]()
    }
  })
})
