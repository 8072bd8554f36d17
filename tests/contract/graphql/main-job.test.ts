import { afterEach, expect, it } from 'vitest'
import {
  ask,
  namesOf,
  type Subscription,
  TRANSPORT_NAMES,
  TRANSPORTS,
  textsOf,
  typingOf,
  whenReady,
} from '../../kit/graphql.ts'
import { mailed } from '../../kit/mails.ts'
import { aRegistration } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
const made: Subscription[] = []
afterEach(async () => {
  for (const one of made.splice(0)) await one.stop()
})

interface Account {
  id: string
  token: string
  does<Result>(document: string, variables?: Record<string, unknown>): Promise<Result>
}

/** Returns the data of an answer without errors. */
async function dataOf<Result>(who: { token: string } | null, document: string, variables = {}) {
  const { data, errors } = await ask(node, who, document, variables)
  expect(errors).toEqual([])
  return Object.values(data ?? {})[0] as Result
}

const SUBSCRIBE = `subscription {
  live { id name conversation { id partner { id } } message { text } typing { isTyping } }
}`
const REGISTER = 'mutation($input: RegistrationInput!) { register(input: $input) { token user { id } } }'
const VERIFY =
  'mutation($code: String!, $email: String!) { verifyEmail(code: $code, email: $email) { success } }'
const FIND = 'mutation { findMatch { waitingSeconds conversation { id partnerId sharedInterests open } } }'
const SEND = `mutation($id: ID!, $text: String!, $key: String) {
  sendMessage(conversationId: $id, text: $text, clientMessageId: $key) { id }
}`
const TYPE = 'mutation($id: ID!, $isTyping: Boolean!) { setTyping(conversationId: $id, isTyping: $isTyping) }'
const READ = 'mutation($id: ID!) { markRead(conversationId: $id) }'
const LEAVE = 'mutation($id: ID!) { leaveConversation(conversationId: $id) }'
const CONVERSATION = `query($id: ID!) {
  conversation(id: $id) { open unreadCount lastMessage messages { nodes { text senderId read } } }
}`

/** Registers, and verifies the address by the link in the mail. */
async function register(interests: string[]): Promise<Account> {
  const input = { ...aRegistration({ interests }), gender: 'FEMALE', lookingFor: ['FRIENDSHIP'] }
  const opened = await dataOf<{ token: string; user: { id: string } }>(null, REGISTER, { input })
  const { link } = await mailed(node, input.userName, /Verify/)
  const code = link.searchParams.get('code')
  expect(await dataOf(null, VERIFY, { code, email: input.userName })).toEqual({ success: true })
  return {
    id: opened.user.id,
    token: opened.token,
    does: (document, variables) => dataOf(opened, document, variables),
  }
}

// covers: beyond-graphql-main-job
it.each(TRANSPORT_NAMES)(
  'two strangers meet, talk and part over GraphQL alone, with live events over %s',
  async (transport) => {
    const subscribe = async (who: Account) => {
      const one = await whenReady(await TRANSPORTS[transport](node, who, SUBSCRIBE))
      made.push(one)
      return one
    }
    const matchesIn = ({ received }: Subscription) =>
      received.flatMap(({ live }) => (live as { conversation: object | null }).conversation ?? [])
    const interests = [`Only over ${transport}`]
    const [asha, ben] = [await register(interests), await register(interests)]

    const [hers, his] = [await subscribe(asha), await subscribe(ben)]
    expect(await asha.does(FIND)).toEqual({ conversation: null, waitingSeconds: 0 })
    const found = await ben.does<{ conversation: { id: string } }>(FIND)
    const { id } = found.conversation
    expect(found.conversation).toEqual({ id, partnerId: asha.id, sharedInterests: interests, open: true })
    await expect.poll(() => matchesIn(hers)).toEqual([{ id, partner: { id: ben.id } }])

    await asha.does(SEND, { id, text: 'Good evening' })
    await expect.poll(() => textsOf(his)).toEqual(['Good evening'])
    for (const isTyping of [true, false]) await ben.does(TYPE, { id, isTyping })
    await expect.poll(() => typingOf(hers)).toEqual([true, false])
    // A retry by a client that did not receive the answer.
    const [first, again] = [1, 2].map(() =>
      ben.does<{ id: string }>(SEND, { id, text: 'And to you', key: 'a' }),
    )
    expect(await first).toEqual(await again)
    await expect.poll(() => textsOf(hers)).toEqual(['Good evening', 'And to you'])

    expect(await asha.does(CONVERSATION, { id })).toMatchObject({ unreadCount: 1, lastMessage: 'And to you' })
    expect(await asha.does(READ, { id })).toBe(true)
    expect(await ben.does(CONVERSATION, { id })).toEqual({
      open: true,
      unreadCount: 1,
      lastMessage: 'And to you',
      messages: {
        nodes: [
          { text: 'And to you', senderId: ben.id, read: true },
          { text: 'Good evening', senderId: asha.id, read: false },
        ],
      },
    })

    expect(await ben.does(LEAVE, { id })).toBe(true)
    await expect.poll(() => namesOf(hers)).toContain('conversation_disconnected')
    expect(await asha.does(CONVERSATION, { id })).toMatchObject({ open: false, unreadCount: 0 })
    expect(await asha.does('mutation { logOut }')).toBe(true)
    expect(await hers.ended).toBe('complete')
  },
)
