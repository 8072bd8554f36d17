import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { aRegistration, call, join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let member: Person
beforeAll(async () => {
  member = await join(node)
})

interface RawAnswer {
  status: number
  body: { code?: string; message?: string; fields?: Record<string, string> }
}

/** Sends raw bytes; `fetch` does not send chunked bodies with custom headers. */
function sendRaw(
  method: string,
  path: string,
  headers: Record<string, string>,
  ...chunks: (string | Buffer)[]
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(node.url + path, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
    })
    // The server may answer and close before the whole body is sent.
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    for (const chunk of chunks) outgoing.write(chunk)
    outgoing.end()
  })
}

const LOGIN = JSON.stringify({ userName: 'nobody@example.com', password: 'Monsoon-2026' })
const sendLogin = (headers: Record<string, string>, ...chunks: (string | Buffer)[]) =>
  sendRaw('POST', '/auth', headers, ...chunks)

describe('the body of a JSON route', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON; charset="UTF-8"',
    'application/problem+json',
  ])('passes when its Content-Type is %s', async (type) => {
    expect(await sendLogin({ 'content-type': type }, LOGIN)).toMatchObject({ status: 401 })
  })

  it('counts as JSON without a Content-Type', async () => {
    expect(await sendLogin({}, LOGIN)).toMatchObject({ status: 401 })
  })

  // covers: design-unsupported-bodies
  it.each([
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
  ])('causes 415 when its Content-Type is %s', async (type) => {
    expect(await sendLogin({ 'content-type': type }, LOGIN)).toMatchObject({
      status: 415,
      body: {
        code: 'UNSUPPORTED_TYPE',
        message: 'The body must be JSON, with the Content-Type application/json.',
      },
    })
  })

  // covers: design-unsupported-bodies
  it('causes 415 in another charset than UTF-8', async () => {
    const answer = await sendLogin({ 'content-type': 'application/json; charset=iso-8859-1' }, LOGIN)
    expect(answer).toMatchObject({ status: 415, body: { message: 'The body must be encoded as UTF-8.' } })
  })

  // covers: design-unsupported-bodies
  it('causes 415 when it is compressed', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect(await sendLogin(headers, gzipSync(LOGIN))).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_TYPE', message: expect.stringContaining('Compressed bodies') },
    })
  })

  it('causes 400 when its bytes are not UTF-8', async () => {
    const bytes = Buffer.from(LOGIN.replace('nobody', 'n\u00f6body'), 'latin1')
    expect(await sendLogin({ 'content-type': 'application/json' }, bytes)).toMatchObject({
      status: 400,
      body: { code: 'INVALID', message: 'The body is not valid UTF-8.' },
    })
  })

  it('causes 400 when it is not JSON', async () => {
    expect(await sendLogin({ 'content-type': 'application/json' }, '{"userName":')).toMatchObject({
      status: 400,
      body: { code: 'INVALID', message: 'The body is not valid JSON.' },
    })
  })

  it.each(['[]', '"text"', 'null', '7', 'true'])('causes 400 when it is %s', async (body) => {
    expect(await sendLogin({ 'content-type': 'application/json' }, body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID', message: 'The body must be a JSON object.' },
    })
  })

  it('causes 413 above 64 KiB when it comes in chunks', async () => {
    const chunks = Array.from({ length: 70 }, () => 'x'.repeat(1024))
    expect(await sendLogin({ 'content-type': 'application/json' }, ...chunks)).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE' },
    })
  })

  it('takes the last of two values under one key', async () => {
    const body = LOGIN.replace('{', '{"userName":7,')
    expect(await sendLogin({ 'content-type': 'application/json' }, body)).toMatchObject({ status: 401 })
  })

  it('causes 400 when it nests deeper than any model', async () => {
    const deep = `{"userName":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    expect(await sendLogin({ 'content-type': 'application/json' }, deep)).toMatchObject({ status: 400 })
  })
})

it('reads the beacon of a closing page as JSON although browsers send it as text/plain', async () => {
  const { asha, conversationId } = await pair(node)
  const { status } = await call(node.url, 'POST', `/api/v1/conversation/${conversationId}/disconnect`, {
    token: asha.token,
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify({ userId: asha.id }),
  })
  expect(status).toBe(200)
})

it('refuses the beacon of a page that belongs to another account, and leaves the conversation open', async () => {
  const { asha, ben, conversationId } = await pair(node)
  const path = `/api/v1/conversation/${conversationId}/disconnect`
  expect(await asha.call('POST', path, { userId: ben.id })).toMatchObject({
    status: 400,
    body: { code: 'INVALID', fields: { userId: 'This page belongs to another account.' } },
  })
  const row = { where: { conversationId, leavingSince: { not: null } } }
  expect(await node.app.context.database.prisma.conversationMember.count(row)).toBe(0)
})

it('reads the plain text body of /re-verify', async () => {
  const headers = { 'content-type': 'text/plain' }
  expect((await call(node.url, 'POST', '/re-verify', { headers, body: 'nobody@example.com' })).status).toBe(
    200,
  )
})

describe('a rule without its own message', () => {
  const update = (changes: Record<string, unknown>) =>
    member.call('PUT', '/api/v1/user', {
      id: member.id,
      displayName: 'Asha',
      interests: ['Jazz'],
      lookingFor: ['Friendship'],
      nearBy: false,
      age: 30,
      ...changes,
    })

  it.each([
    ['a missing field', { userName: 'x@example.com' }, 'password', 'password is required'],
    ['a value of another type', { userName: 7, password: 'x' }, 'userName', 'userName must be text'],
  ])('answers in plain words: %s', async (_, body, field, message) => {
    const answer = await call(node.url, 'POST', '/auth', { body })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'INVALID', message, fields: { [field]: message } },
    })
  })

  it.each([
    ['nearBy', 'yes', 'nearBy must be true or false'],
    ['filterByGender', 'cats', 'filterByGender is not valid'],
    [
      'lookingFor',
      ['Cats'],
      'lookingFor[0] must be one of: Friendship, Dating, Serious Relationship, Networking, Casual Chat',
    ],
  ])('answers in plain words for a profile field: %s', async (field, value, message) => {
    const { status, body } = await update({ [field]: value })
    expect([status, body.fields]).toEqual([400, { [field]: message }])
  })

  // covers: design-rules-get-readable-messages
  it.each([
    ['/api/v1/conversations', { size: 101 }, 'size must be at most 100'],
    ['/api/v1/conversations', { pageNumber: 0.5 }, 'pageNumber must be a whole number'],
    ['/api/v1/conversation', { secondUser: 'me' }, 'secondUser must be a UUID'],
    ['/api/v1/profile-visitor', { profileOwnerId: null, visitType: 'login' }, 'profileOwnerId must be text'],
  ])('answers in plain words: %s with %j', async (path, body, message) => {
    expect(await member.call('POST', path, body)).toMatchObject({ status: 400, body: { message } })
  })

  // covers: design-rules-get-readable-messages
  it('keeps the messages of the specification', async () => {
    const { body } = await call(node.url, 'POST', '/api/user', {
      body: aRegistration({ password: 'short', age: 17 }),
    })
    expect(body.fields).toMatchObject({
      password: 'Password must be at least 8 characters',
      age: 'Must be at least 18 years old',
    })
  })

  // covers: design-rules-get-readable-messages
  it('answers in plain words over GraphQL too', async () => {
    const query = 'mutation { recordProfileVisit(profileOwnerId: "me", visitType: LOGIN) { id } }'
    const { body } = await member.call('POST', '/graphql', { query })
    expect(body.errors).toMatchObject([{ message: 'profileOwnerId must be a UUID' }])
  })
})

describe('text that cannot be stored', () => {
  const ids = () => ({ conversationId: crypto.randomUUID(), user: crypto.randomUUID() })

  // covers: design-hostile-values
  it.each([
    ['NUL', 'a\0b'],
    ['half of a surrogate pair', 'a\ud800b'],
  ])('causes 400 with the name of the field: %s', async (_, text) => {
    const { conversationId, user } = ids()
    const cases: [Promise<{ status: number; body: Record<string, unknown> }>, string][] = [
      [call(node.url, 'POST', '/auth', { body: { userName: text, password: 'x' } }), 'userName'],
      [call(node.url, 'POST', '/auth', { body: { userName: 'x', password: text } }), 'password'],
      [call(node.url, 'POST', '/api/user', { body: aRegistration({ interests: [text] }) }), 'interests'],
      [call(node.url, 'POST', '/api/user', { body: aRegistration({ displayName: text }) }), 'displayName'],
      [member.call('POST', '/api/v1/message', { conversationId, message: text }), 'message'],
      [member.call('POST', '/api/user/report/true', { reportedUserId: user, reason: text }), 'reason'],
      [member.call('POST', '/api/v1/subscribe/weekly', { paymentId: text }), 'paymentId'],
      [member.call('POST', '/api/v1/orders/paypal/capture', { orderId: text }), 'orderId'],
      [call(node.url, 'PUT', '/api/v1/missed-mails', { body: { user, token: text, wanted: true } }), 'token'],
      [
        call(node.url, 'POST', '/password/confirm-reset', { body: { token: text, newPassword: 'x' } }),
        'token',
      ],
    ]
    for (const [asked, field] of cases) {
      const { status, body } = await asked
      expect([field, status, body.code, Object.keys(body.fields ?? {})]).toEqual([
        field,
        400,
        'INVALID',
        [field],
      ])
    }
  })

  it.each([
    '/api/v1/payment/status/%00',
    '/api/v1/payment/status/a%ED%A0%80',
    '/api/v1/payment/status/%zz',
    '/api/v1/admin/users?search=%00',
    '/api/v1/admin/users?search=%ED%A0%80',
    '/api/v1/admin/users?search=%E0%A4%A',
  ])('causes 400 in the address %s', async (path) => {
    const admin = await join(node)
    const { database, events } = node.app.context
    await database.prisma.user.update({ where: { id: admin.id }, data: { role: 'ADMIN' } })
    await events.emit('userChanged', { userId: admin.id })
    expect(await admin.call('GET', path)).toMatchObject({ status: 400, body: { code: 'INVALID' } })
  })

  it.each(['/password/validate-token?token=%00', '/api/verify?code=%00&email=a@example.com'])(
    'causes 400 without a session in %s',
    async (path) => {
      expect(await call(node.url, 'GET', path)).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    },
  )

  it('causes 400 in a plain text body', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect(await call(node.url, 'POST', '/re-verify', { headers, body: 'a\0b@example.com' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID', message: expect.stringContaining('This request contains characters') },
    })
  })
})
