import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { startPaymentSandbox } from '#server/local/index.ts'
import { createGraphqlSchema } from '#server/transports/graphql/index.ts'
import { ask } from '../../kit/graphql.ts'
import { join } from '../../kit/person.ts'
import { priceOf } from '../../kit/shop.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const sandbox = useStarted(() => startPaymentSandbox())
const node = useNode({ payments: sandbox })

const FIND =
  'mutation { findMatch { waitingSeconds conversation { id partnerDisplayName sharedInterests } } }'
const SEND = `mutation($id: ID!, $text: String!, $key: String) {
  sendMessage(conversationId: $id, text: $text, clientMessageId: $key) { id text senderId }
}`

describe('the schema', () => {
  // covers: design-graphql-schema-committed
  it('matches the committed file (npm run schema)', async () => {
    const committed = await readFile(resolve(import.meta.dirname, '../../../schema/schema.graphql'), 'utf8')
    expect(`${printSchema(lexicographicSortSchema(createGraphqlSchema()))}\n`).toBe(committed)
  })
})

describe('the main job over GraphQL alone', () => {
  // covers: design-graphql-main-job
  it('matches two members, who talk, read, and part', async () => {
    const interests = ['Only over GraphQL']
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests })]
    const waiting = await ask(node, asha, FIND)
    expect(waiting.data).toMatchObject({ findMatch: { conversation: null, waitingSeconds: 0 } })
    const found = (await ask(node, ben, FIND)).data as { findMatch: { conversation: { id: string } } }
    expect(found.findMatch.conversation).toMatchObject({ sharedInterests: interests })
    const { id } = found.findMatch.conversation

    for (const _ of [1, 2])
      expect((await ask(node, ben, SEND, { id, text: 'Hello', key: 'first' })).data).toMatchObject({
        sendMessage: { text: 'Hello', senderId: ben.id },
      })
    await ask(node, ben, SEND, { id, text: 'Are you there?' })
    const list = `query($id: ID!, $after: String) {
      conversation(id: $id) {
        unreadCount open
        messages(first: 1, after: $after) { totalCount hasNextPage endCursor nodes { text } }
      }
    }`
    const first = (await ask(node, asha, list, { id })).data?.conversation as {
      messages: { endCursor: string }
    }
    expect(first).toMatchObject({
      open: true,
      unreadCount: 2,
      messages: { totalCount: 2, hasNextPage: true, nodes: [{ text: 'Are you there?' }] },
    })
    const second = await ask(node, asha, list, { id, after: first.messages.endCursor })
    expect(second.data).toMatchObject({
      conversation: { messages: { hasNextPage: false, endCursor: null, nodes: [{ text: 'Hello' }] } },
    })
    for (const mutation of ['markRead', 'clearConversation', 'leaveConversation'])
      expect(
        (await ask(node, asha, `mutation($id: ID!) { ${mutation}(conversationId: $id) }`, { id })).data,
      ).toEqual({ [mutation]: true })
    const after = await ask(node, ben, SEND, { id, text: 'Too late' })
    expect(after).toMatchObject({ data: null, codes: ['CONVERSATION_ENDED'] })
  })

  it('returns in `extensions` what REST returns in its body', async () => {
    const [unverified, free] = [await join(node, { verified: false }), await join(node)]
    expect((await ask(node, unverified, FIND)).codes).toEqual(['EMAIL_NOT_VERIFIED'])
    expect((await ask(node, free, '{ nearby { totalCount } }')).codes).toEqual(['PREMIUM_REQUIRED'])
    const blank = await ask(node, free, SEND, { id: crypto.randomUUID(), text: ' ' })
    expect(blank.errors).toMatchObject([
      {
        message: 'A message cannot be empty',
        extensions: { code: 'INVALID', fields: { message: 'A message cannot be empty' } },
      },
    ])
    for (const [id, code] of [
      [crypto.randomUUID(), 'NOT_FOUND'],
      ['nonsense', 'INVALID'],
    ])
      expect((await ask(node, free, SEND, { id, text: 'Hello' })).codes).toEqual([code])
    expect((await ask(node, free, '{ conversations(after: "nonsense") { totalCount } }')).codes).toEqual([
      'INVALID',
    ])
    expect((await ask(node, free, '{ conversations(first: 101) { totalCount } }')).codes).toEqual(['INVALID'])
  })
})

describe('a profile over GraphQL', () => {
  it('changes under the rules of the form', async () => {
    const asha = await join(node)
    const edit = (age: number) =>
      ask(
        node,
        asha,
        `mutation($age: Int!) { updateProfile(displayName: "Asha again", interests: ["Jazz", "Chess"],
          lookingFor: [CASUAL_CHAT], age: $age) { displayName interests lookingFor age } }`,
        { age },
      )
    expect((await edit(40)).data).toEqual({
      updateProfile: {
        displayName: 'Asha again',
        interests: ['Jazz', 'Chess'],
        lookingFor: ['CASUAL_CHAT'],
        age: 40,
      },
    })
    expect((await edit(17)).errors).toMatchObject([
      { extensions: { code: 'INVALID', fields: { age: 'Must be at least 18 years old' } } },
    ])
  })
})

describe('safety and payments over GraphQL', () => {
  it('blocks, unblocks and reports', async () => {
    const interests = ['Trouble over GraphQL']
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests })]
    await ask(node, asha, FIND)
    await ask(node, ben, FIND)
    const act = (mutation: string) => ask(node, asha, `mutation($id: ID!) { ${mutation} }`, { id: ben.id })
    expect((await act('report(userId: $id, reason: "Rude")')).data).toEqual({ report: true })
    expect((await act('block(userId: $id)')).data).toEqual({ block: true })
    const blocked = async () =>
      (await ask(node, asha, '{ blockedPeople { id displayName } }')).data?.blockedPeople
    expect(await blocked()).toEqual([{ id: ben.id, displayName: ben.user.displayName }])
    expect((await ask(node, ben, '{ blockedPeople { id } }')).data).toEqual({ blockedPeople: [] })
    expect((await act('unblock(userId: $id)')).data).toEqual({ unblock: true })
    expect(await blocked()).toEqual([])
    expect((await act('report(userId: $id, reason: " ")')).codes).toEqual(['INVALID'])
  })

  it('sells a plan, and lists its transaction', async () => {
    const asha = await join(node)
    const { data } = await ask(
      node,
      asha,
      'mutation($currency: String!, $amount: Int!) { createOrder(currency: $currency, amount: $amount) { orderId paymentProvider } }',
      priceOf('weekly'),
    )
    const order = data?.createOrder as { orderId: string } | undefined
    const paid = sandbox.payByCard(order?.orderId ?? '', 'captured')
    const paymentId = paid && 'response' in paid ? paid.response.razorpay_payment_id : ''
    const bought = await ask(
      node,
      asha,
      'mutation($id: ID!) { subscribe(plan: WEEKLY, paymentId: $id) { premiumActivated } }',
      { id: paymentId },
    )
    expect(bought.data).toEqual({ subscribe: { premiumActivated: true } })
    const mine = await ask(
      node,
      asha,
      '{ me { premium } subscription { isPremium } transactions { status amount } }',
    )
    expect(mine.data).toEqual({
      me: { premium: true },
      subscription: { isPremium: true },
      transactions: [{ status: 'COMPLETED', amount: 49_900 }],
    })
  })
})
