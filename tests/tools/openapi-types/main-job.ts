// A client of the API written against the types that openapi-typescript makes of the OpenAPI document. The test
// 'tests/contract/rest/openapi-client.test.ts' compiles it beside the generated `api.ts` and runs it against a server.
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

type Schemas = components['schemas']

const baseUrl = process.argv[2] ?? ''
const visitor = createClient<paths>({ baseUrl })
const interests = [`Only these two ${crypto.randomUUID().slice(0, 8)}`]

interface Member {
  id: string
  api: typeof visitor
}

async function verificationCode(email: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const mails: { to: string; text: string }[] = await (await fetch(`${baseUrl}/dev/mail.json`)).json()
    const text = mails.find(({ to }) => to === email)?.text ?? ''
    const code = /[?&]code=([^&\s]+)/.exec(text)?.[1]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no verification email to ${email}`)
}

/** Registers, verifies the email address and logs in. */
async function join(name: string): Promise<Member> {
  const registration: Schemas['RegistrationRequest'] = {
    userName: `${crypto.randomUUID()}@example.com`,
    password: 'Monsoon-2026',
    displayName: name,
    phone: '+919822012345',
    interests,
    gender: 'Female',
    age: 31,
    lookingFor: ['Friendship'],
  }
  const registered = await visitor.POST('/api/user', { body: registration })
  assert.equal(registered.response.status, 200)
  const { userName, password } = registration
  const code = await verificationCode(userName)
  const verified = await visitor.GET('/api/verify', { params: { query: { code, email: userName } } })
  assert.equal(verified.data?.success, true)
  const { data: session } = await visitor.POST('/auth', { body: { userName, password } })
  assert.ok(session)
  assert.equal(session.user.emailVerified, true)
  const headers = { authorization: `Bearer ${session.token}` }
  return { id: session.user.id, api: createClient<paths>({ baseUrl, headers }) }
}

const [asha, ben] = [await join('Asha of Pune'), await join('Ben who hikes')]

const weak = await visitor.POST('/auth', { body: { userName: 'nobody@example.com', password: 'wrong' } })
const failure: Schemas['Error'] | undefined = weak.error
assert.equal(failure?.code, 'UNAUTHENTICATED')
assert.match(weak.response.headers.get('ratelimit') ?? '', /^"[\w-]+";r=\d+;t=\d+$/)

const waiting = await asha.api.GET('/api/v1/conversation')
assert.equal(waiting.response.status, 202)
const { data: found } = await ben.api.GET('/api/v1/conversation')
assert.ok(found && 'partnerId' in found)
const conversation: Schemas['Conversation'] = found
assert.equal(conversation.partnerId, asha.id)

const sent = await asha.api.POST('/api/v1/message', {
  body: { conversationId: conversation.id, message: 'Which film do you shoot?', clientMessageId: 'first' },
})
assert.equal(sent.data?.senderId, asha.id)
const { data: page } = await ben.api.POST('/api/v1/messages', { body: { id: conversation.id } })
assert.deepEqual(
  page?.elements.map(({ id, message }) => [id, message]),
  [[sent.data.id, 'Which film do you shoot?']],
)

const typing = await ben.api.PUT('/api/v1/conversation/typing/{isTyping}', {
  params: { path: { isTyping: 'true' } },
  body: { conversationId: conversation.id },
})
assert.equal(typing.data?.success, true)

const reported = await ben.api.POST('/api/user/report/true', {
  body: { reportedUserId: asha.id, reason: 'She asks everybody for money.' },
})
assert.equal(reported.data?.success, true)
const ended = await asha.api.POST('/api/v1/message', {
  body: { conversationId: conversation.id, message: 'Are you there?' },
})
assert.equal(ended.error?.code, 'CONVERSATION_ENDED')

// The events of the stream are typed as well.
const event: Schemas['LiveEvent'] = { event: 'USER_ONLINE', id: '1-0', data: { userId: asha.id } }
assert.equal(event.event, 'USER_ONLINE')
process.stdout.write('the main job is done\n')
