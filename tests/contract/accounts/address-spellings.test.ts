import { describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { ask, joinAs } from '../../kit/graphql.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { aRegistration, call, join } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const ORIGIN = 'https://rapport.example'
const PASSWORD = 'Monsoon-2026'
const NEW_PASSWORD = 'Brand-new-1'

const node = useNode({ env: { PUBLIC_URL: ORIGIN } })

const register = (userName: string) =>
  call(node.url, 'POST', '/api/user', { body: aRegistration({ userName }) })
const logIn = (userName: string, password = PASSWORD) =>
  call(node.url, 'POST', '/auth', { body: { userName, password } })

let counter = 0
/** A new mailbox: the form its owner types, the form of its host, and how it is stored. */
function aMailbox() {
  counter += 1
  const name = `asha-${process.pid}-${counter}`
  return {
    typed: `${name}@Почта.РФ`,
    ascii: `${name}@xn--80a1acny.xn--p1ai`.toUpperCase(),
    stored: `${name}@xn--80a1acny.xn--p1ai`,
  }
}

describe.each([
  ['in its own script', 'typed', 'ascii'],
  ['in Punycode', 'ascii', 'typed'],
] as const)('a member who registered with an address %s', (_, first, second) => {
  // covers: beyond-international-addresses
  it('belongs to one account, logs in with either form, and gets mail at the ASCII domain', async () => {
    const mailbox = aMailbox()
    expect((await register(mailbox[first])).body.user).toMatchObject({ userName: mailbox.stored })
    expect((await register(mailbox[second])).status).toBe(409)
    for (const form of [first, second]) expect((await logIn(mailbox[form])).status).toBe(200)
    const { link } = await mailed(node, mailbox.stored, /Verify/)
    const query = new URLSearchParams({ code: link.searchParams.get('code') ?? '', email: mailbox[second] })
    expect((await call(node.url, 'GET', `/api/verify?${query}`)).body).toMatchObject({ success: true })
  })

  // covers: beyond-international-addresses
  it('gets a further verification mail and resets the password with the other form', async () => {
    const mailbox = aMailbox()
    await register(mailbox[first])
    await mailed(node, mailbox.stored, /Verify/)
    await call(node.url, 'POST', '/re-verify', { body: mailbox[second] })
    await expect.poll(() => mailsTo(node, mailbox.stored).length).toBe(2)
    await call(node.url, 'POST', '/password/reset', { body: { user: mailbox[second], origin: ORIGIN } })
    const { code } = await mailed(node, mailbox.stored, /Reset/)
    const asked = new URLSearchParams({ userName: mailbox[second], resetCode: code })
    const exchanged = await call(node.url, 'GET', `/rapport-api/password/verify-reset-code?${asked}`)
    const reset = {
      userName: mailbox[first],
      passwordResetToken: exchanged.body.token,
      newPassword: NEW_PASSWORD,
    }
    expect((await call(node.url, 'PUT', '/password/finish-reset', { body: reset })).status).toBe(200)
    expect((await logIn(mailbox[second], NEW_PASSWORD)).status).toBe(200)
  })

  it('logs in over GraphQL with the other form, and has one count of attempts', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'off' } })
    const mailbox = aMailbox()
    await join(strict, { userName: mailbox[first] })
    const LOGIN = `mutation($userName: String!, $password: String!) {
      logIn(userName: $userName, password: $password) { user { email } } }`
    const given = { userName: mailbox[second], password: PASSWORD }
    const { data } = await ask(strict, null, LOGIN, given)
    expect(data?.logIn.user.email).toBe(mailbox.stored)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const userName = mailbox[attempt % 2 ? first : second]
      const { status } = await call(strict.url, 'POST', '/auth', {
        body: { userName, password: 'Wrong-pass1' },
      })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    await strict[Symbol.asyncDispose]()
  })
})

describe('finding accounts by address', () => {
  // covers: beyond-international-addresses
  it('finds accounts and launch entries by each form of the address, and by its domain', async () => {
    const admin = await joinAs(node, 'ADMIN')
    const { typed, ascii, stored } = aMailbox()
    const member = await join(node, { userName: typed })
    await call(node.url, 'POST', '/api/v1/launch-notifications', { body: { email: typed } })
    for (const search of [typed, ascii, stored, 'почта.рф', 'ПОЧТА']) {
      const users = await admin.call('GET', `/api/v1/admin/users?${new URLSearchParams({ search })}`)
      expect([search, JSON.stringify(users.body)]).toEqual([search, expect.stringContaining(member.id)])
      const listed = await admin.call(
        'GET',
        `/api/v1/admin/launch-notifications?${new URLSearchParams({ search })}`,
      )
      expect([search, JSON.stringify(listed.body)]).toEqual([search, expect.stringContaining(stored)])
    }
  })
})
