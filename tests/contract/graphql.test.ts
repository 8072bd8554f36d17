import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type GraphQLObjectType, lexicographicSortSchema, printSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentSandbox, startPaymentSandbox } from '#server/embedded/index.ts'
import { createGraphqlSchema } from '#server/graphql/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { call, join, type Person } from '../kit/person.ts'
import { priceOf } from '../kit/shop.ts'

let node: TestApp
let sandbox: PaymentSandbox
beforeAll(async () => {
  sandbox = await startPaymentSandbox()
  node = await startApp({ payments: sandbox })
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await sandbox[Symbol.asyncDispose]()
})

interface GraphqlAnswer {
  status: number
  data: Record<string, unknown> | null
  codes: unknown[]
  errors: { message: string; extensions?: Record<string, unknown> }[]
}

async function ask(
  who: Pick<Person, 'token'> | null,
  query: string,
  variables: Record<string, unknown> = {},
  at = node,
): Promise<GraphqlAnswer> {
  const answer = await call(at.url, 'POST', '/graphql', {
    body: { query, variables },
    token: who?.token ?? null,
  })
  const body = answer.body as { data?: Record<string, unknown>; errors?: GraphqlAnswer['errors'] }
  const errors = body.errors ?? []
  return {
    status: answer.status,
    data: body.data ?? null,
    errors,
    codes: errors.map(({ extensions }) => extensions?.code),
  }
}

async function admin(at = node): Promise<Person> {
  const person = await join(at)
  await at.app.context.database.prisma.user.update({ where: { id: person.id }, data: { role: 'ADMIN' } })
  await at.app.context.facts.announce('userChanged', { userId: person.id })
  return person
}

const FIND =
  'mutation { findMatch { waitingSeconds conversation { id partnerDisplayName sharedInterests } } }'
const SEND = `mutation($id: ID!, $text: String!, $key: String) {
  sendMessage(conversationId: $id, text: $text, clientMessageId: $key) { id text senderId }
}`

describe('the schema', () => {
  it('is the one that is committed (npm run schema)', async () => {
    const committed = await readFile(resolve(import.meta.dirname, '../../schema/schema.graphql'), 'utf8')
    expect(`${printSchema(lexicographicSortSchema(createGraphqlSchema()))}\n`).toBe(committed)
  })
})

describe('the main job over GraphQL alone', () => {
  it('two are matched, talk, read, and part', async () => {
    const interests = ['Only over GraphQL']
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests })]
    const waiting = await ask(asha, FIND)
    expect(waiting.data).toMatchObject({ findMatch: { conversation: null, waitingSeconds: 0 } })
    const found = (await ask(ben, FIND)).data as { findMatch: { conversation: { id: string } } }
    expect(found.findMatch.conversation).toMatchObject({ sharedInterests: interests })
    const { id } = found.findMatch.conversation

    for (const _ of [1, 2])
      expect((await ask(ben, SEND, { id, text: 'Hello', key: 'first' })).data).toMatchObject({
        sendMessage: { text: 'Hello', senderId: ben.id },
      })
    await ask(ben, SEND, { id, text: 'Are you there?' })
    const list = `query($id: ID!, $after: String) {
      conversation(id: $id) {
        unreadCount open
        messages(first: 1, after: $after) { totalCount hasNextPage endCursor nodes { text } }
      }
    }`
    const first = (await ask(asha, list, { id })).data?.conversation as {
      messages: { endCursor: string }
    }
    expect(first).toMatchObject({
      open: true,
      unreadCount: 2,
      messages: { totalCount: 2, hasNextPage: true, nodes: [{ text: 'Are you there?' }] },
    })
    const second = await ask(asha, list, { id, after: first.messages.endCursor })
    expect(second.data).toMatchObject({
      conversation: { messages: { hasNextPage: false, endCursor: null, nodes: [{ text: 'Hello' }] } },
    })
    for (const mutation of ['markRead', 'clearConversation', 'leaveConversation'])
      expect(
        (await ask(asha, `mutation($id: ID!) { ${mutation}(conversationId: $id) }`, { id })).data,
      ).toEqual({ [mutation]: true })
    const after = await ask(ben, SEND, { id, text: 'Too late' })
    expect(after).toMatchObject({ data: null, codes: ['CONVERSATION_ENDED'] })
  })

  it('says in `extensions` what REST says in its body', async () => {
    const [unverified, free] = [await join(node, { verified: false }), await join(node)]
    expect((await ask(unverified, FIND)).codes).toEqual(['EMAIL_NOT_VERIFIED'])
    expect((await ask(free, '{ nearby { totalCount } }')).codes).toEqual(['PREMIUM_REQUIRED'])
    const blank = await ask(free, SEND, { id: crypto.randomUUID(), text: ' ' })
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
      expect((await ask(free, SEND, { id, text: 'Hello' })).codes).toEqual([code])
    expect((await ask(free, '{ conversations(after: "nonsense") { totalCount } }')).codes).toEqual([
      'INVALID',
    ])
    expect((await ask(free, '{ conversations(first: 101) { totalCount } }')).codes).toEqual(['INVALID'])
  })
})

describe('a profile over GraphQL', () => {
  it('is edited by the rules of the form', async () => {
    const asha = await join(node)
    const edit = (age: number) =>
      ask(
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

describe('safety and money over GraphQL', () => {
  it('blocks, unblocks and reports', async () => {
    const interests = ['Trouble over GraphQL']
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests })]
    await ask(asha, FIND)
    await ask(ben, FIND)
    const act = (mutation: string) => ask(asha, `mutation($id: ID!) { ${mutation} }`, { id: ben.id })
    expect((await act('report(userId: $id, reason: "Rude")')).data).toEqual({ report: true })
    expect((await act('block(userId: $id)')).data).toEqual({ block: true })
    const blocked = async () => (await ask(asha, '{ blockedPeople { id displayName } }')).data?.blockedPeople
    expect(await blocked()).toEqual([{ id: ben.id, displayName: ben.user.displayName }])
    expect((await ask(ben, '{ blockedPeople { id } }')).data).toEqual({ blockedPeople: [] })
    expect((await act('unblock(userId: $id)')).data).toEqual({ unblock: true })
    expect(await blocked()).toEqual([])
    expect((await act('report(userId: $id, reason: " ")')).codes).toEqual(['INVALID'])
  })

  it('sells a plan, and shows what was paid', async () => {
    const asha = await join(node)
    const { data } = await ask(
      asha,
      'mutation($currency: String!, $amount: Int!) { createOrder(currency: $currency, amount: $amount) { orderId paymentProvider } }',
      priceOf('weekly'),
    )
    const order = data?.createOrder as { orderId: string } | undefined
    const paid = sandbox.payByCard(order?.orderId ?? '', 'captured')
    const paymentId = paid && 'response' in paid ? paid.response.razorpay_payment_id : ''
    const bought = await ask(
      asha,
      'mutation($id: String!) { subscribe(plan: "weekly", paymentId: $id) { premiumActivated } }',
      { id: paymentId },
    )
    expect(bought.data).toEqual({ subscribe: { premiumActivated: true } })
    const mine = await ask(
      asha,
      '{ me { premium } subscription { isPremium } transactions { status amount } }',
    )
    expect(mine.data).toEqual({
      me: { premium: true },
      subscription: { isPremium: true },
      transactions: [{ status: 'completed', amount: 49_900 }],
    })
  })
})

describe('who may ask for what', () => {
  /** What is open to visitors, and what is for administrators; everything else is for members. */
  const TABLE: Record<string, 'visitor' | 'moderator' | 'admin'> = {
    me: 'visitor',
    plans: 'visitor',
    adminStats: 'admin',
    adminUsers: 'admin',
    launchNotifications: 'admin',
    notifyLaunchList: 'admin',
    appeals: 'moderator',
    auditLog: 'moderator',
    lastHour: 'moderator',
    liveFigures: 'moderator',
    person: 'moderator',
    report: 'moderator',
    reports: 'moderator',
    decideAboutPerson: 'moderator',
    decideAppeal: 'moderator',
    decideReport: 'moderator',
    reverseAction: 'moderator',
  }
  const schema = createGraphqlSchema()
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values((type as GraphQLObjectType).getFields()).map((field) => ({
      field,
      kind: type === schema.getQueryType() ? 'query' : 'mutation',
    })),
  )

  /** Asks with arguments that fit the types, whatever they mean. */
  function queryOf({ field, kind }: (typeof fields)[number]) {
    const value = (type: string) => {
      if (type.startsWith('Int')) return '1'
      if (type.startsWith('Boolean')) return 'true'
      if (type.startsWith('Decision')) return 'WARN'
      if (type.startsWith('[LookingFor')) return '[FRIENDSHIP]'
      if (type.startsWith('[')) return '["Jazz"]'
      return `"${crypto.randomUUID()}"`
    }
    const needed = field.args.filter(
      (arg) => String(arg.type).endsWith('!') && arg.defaultValue === undefined,
    )
    const args = needed.map((arg) => `${arg.name}: ${value(String(arg.type))}`).join(', ')
    const isLeaf = /^\[?(Int|Boolean|String|ID)!?\]?!?$/.test(String(field.type))
    return `${kind} { ${field.name}${args ? `(${args})` : ''}${isLeaf ? '' : ' { __typename }'} }`
  }

  it.each(fields)('$kind $field.name', async (one) => {
    const scope =
      one.field.name === 'report' && one.kind === 'mutation' ? 'member' : (TABLE[one.field.name] ?? 'member')
    const query = queryOf(one)
    const [member, boss] = [await join(node), await admin()]
    const refused = async (who: Person | null) => {
      const { codes } = await ask(who, query)
      return codes.find((code) => code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') ?? null
    }
    expect(await refused(null)).toBe(scope === 'visitor' ? null : 'UNAUTHENTICATED')
    expect(await refused(member)).toBe(scope === 'admin' || scope === 'moderator' ? 'FORBIDDEN' : null)
    expect(await refused(boss)).toBeNull()
  })

  it('a suspended member is refused what is for members', async () => {
    const asha = await join(node)
    await node.app.context.database.prisma.user.update({
      where: { id: asha.id },
      data: { suspendedUntil: new Date(Date.now() + 60_000) },
    })
    await node.app.context.facts.announce('userChanged', { userId: asha.id })
    await expect.poll(async () => (await ask(asha, '{ transactions { id } }')).codes).toEqual(['SUSPENDED'])
  })
})

describe('what only hurts is refused cheaply', () => {
  it.each([
    ['10,000 aliases', `{ ${Array.from({ length: 10_000 }, (_, n) => `a${n}: __typename`).join(' ')} }`],
    ['100 aliases', `{ ${Array.from({ length: 100 }, (_, n) => `a${n}: __typename`).join(' ')} }`],
    ['depth 50', `{ ${'conversations { nodes { messages { '.repeat(16)} totalCount ${'} } } '.repeat(16)} }`],
    ['a document of nothing but tokens', `{ ${'me { id } '.repeat(3_000)} }`],
  ])('%s', async (_, query) => {
    const asha = await join(node)
    const before = performance.now()
    const { data, errors } = await ask(asha, query)
    expect(errors.length).toBeGreaterThan(0)
    expect(data).toBeNull()
    expect(performance.now() - before).toBeLessThan(1_000)
  })

  it('a document of 5 MiB, and variables as large', async () => {
    const asha = await join(node)
    const large = 'x'.repeat(5 * 1024 * 1024)
    for (const body of [{ query: `{ me { id } } # ${large}` }, { query: SEND, variables: { text: large } }]) {
      const answer = await call(node.url, 'POST', '/graphql', { body, token: asha.token }).catch(() => null)
      // The connection may be gone before all of it was sent.
      if (answer) expect(answer.status).toBe(413)
    }
    expect((await ask(asha, '{ me { id } }')).data).toMatchObject({ me: { id: asha.id } })
  })

  it('batches', async () => {
    const asha = await join(node)
    const one = { query: '{ me { id } }' }
    const answer = await call(node.url, 'POST', '/graphql', { body: [one, one], token: asha.token })
    expect(answer.status).toBe(400)
  })

  it('the shape of the whole, to visitors, and in production to everybody but administrators', async () => {
    const query = '{ __schema { types { name } } }'
    expect((await ask(null, query)).codes).toEqual(['FORBIDDEN'])
    expect((await ask(await join(node), query)).errors).toEqual([])
    const hidden = await ask(null, '{ ... on Query { again: __type(name: "Me") { name } } }')
    expect(hidden.codes).toEqual(['FORBIDDEN'])
    const production = await startApp({
      env: { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://chat.example' },
    })
    try {
      expect((await ask(await join(production), query, {}, production)).codes).toEqual(['FORBIDDEN'])
      expect((await ask(await admin(production), query, {}, production)).errors).toEqual([])
    } finally {
      await production[Symbol.asyncDispose]()
    }
  })

  it('a cookie from the pages of others', async () => {
    const asha = await join(node)
    const answer = await call(node.url, 'POST', '/graphql', {
      body: { query: 'mutation { cancelSearch }' },
      headers: { cookie: `rapport_session=${asha.token}`, origin: 'https://elsewhere.example' },
    })
    expect(answer.status).toBe(403)
  })
})
