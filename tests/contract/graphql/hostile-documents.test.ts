import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ERROR_CODES } from '#schema/errors.ts'
import { isSecurityLine } from '../../kit/app.ts'
import { ask, joinAs, TRANSPORTS } from '../../kit/graphql.ts'
import { bodiesOf, FIELDS, type Field, NUMBERS, TEXTS, WRONG_TYPES } from '../../kit/hostile-documents.ts'
import { call, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

let callers: Record<string, Person | null>
const failures: string[] = []
const node = useNode({
  log: pino({ level: 'error' }, { write: (line) => void (isSecurityLine(line) || failures.push(line)) }),
})
beforeAll(async () => {
  callers = {
    visitor: null,
    member: await joinAs(node, 'MEMBER', { premium: true }),
    moderator: await joinAs(node, 'MODERATOR'),
    administrator: await joinAs(node, 'ADMIN'),
  }
})
beforeEach(() => {
  failures.length = 0
})

/** These would end the session that the other fields need. */
const ENDS_SESSIONS = ['logOut', 'closeAccount', 'deleteAccount', 'revokeOtherSessions']

interface Answered {
  errors?: { message: string; extensions?: { code?: string } }[]
}

async function codesOf(who: Person | null, body: string) {
  const { body: answer } = await call(node.url, 'POST', '/graphql', {
    body,
    token: who?.token ?? null,
    headers: { 'content-type': 'application/json' },
  })
  return ((answer as Answered).errors ?? []).map(({ extensions }) => extensions?.code ?? 'none')
}

/** An administrator passes every role check; the other callers take turns. A password is hashed for each call. */
function callersOf({ name }: Field, turn: number): (Person | null)[] {
  const { administrator = null, ...others } = callers
  const next = Object.values(others)[turn % Object.keys(others).length] ?? null
  return name === 'logIn' || name === 'register' ? [next] : [administrator, next]
}

const known: string[] = ERROR_CODES.filter((code) => code !== 'INTERNAL')
const unknownOf = (codes: string[]) => codes.filter((code) => !known.includes(code))

describe('hostile values', () => {
  const asked = FIELDS.filter(
    ({ field, kind }) => kind !== 'subscription' && !ENDS_SESSIONS.includes(field.name),
  )

  // covers: beyond-graphql-hostile-values
  it.each(asked.filter(({ field }) => field.args.length > 0))(
    'cause no internal error in $kind $field.name for a visitor or any role',
    async ({ field, kind }) => {
      const wrong: string[] = []
      for (const [index, body] of bodiesOf(kind, field).entries()) {
        const outcomes = await Promise.all(callersOf(field, index).map((who) => codesOf(who, body)))
        if (unknownOf(outcomes.flat()).length > 0) wrong.push(`${body.slice(0, 300)} → ${outcomes.flat()}`)
      }
      expect(wrong).toEqual([])
      expect(failures).toEqual([])
    },
  )

  it.each(FIELDS.filter(({ field, kind }) => kind === 'subscription' && field.args.length > 0))(
    'cause no internal error in subscription $field.name',
    async ({ field }) => {
      for (const body of bodiesOf('subscription', field)) {
        const { query, variables } = JSON.parse(body)
        const made = await TRANSPORTS['server-sent events'](node, callers.member ?? null, query, variables)
        // A refused subscription ends by itself; an accepted one is ended here.
        await Promise.race([made.ended, node.app.context.live.endPerson(callers.member?.id ?? '')])
        await made.stop()
        const errors = made.received.flatMap((one) => (one as Answered).errors ?? [])
        expect(
          unknownOf(errors.map(({ extensions }) => extensions?.code ?? 'none')),
          body.slice(0, 300),
        ).toEqual([])
      }
      expect(failures).toEqual([])
    },
  )

  it('cause no internal error in place of the variables, the query or the body', async () => {
    const query = '"query($id: ID!) { partner(userId: $id) { id } }"'
    for (const value of [...TEXTS, ...NUMBERS, ...WRONG_TYPES, `${'['.repeat(20_000)}${']'.repeat(20_000)}`])
      for (const body of [
        `{"query":${query},"variables":${value}}`,
        `{"query":${query},"variables":{"id":${value}}}`,
        `{"query":${value}}`,
        `{"query":${query},"operationName":${value}}`,
        `{"query":"{ plans { id } }","extensions":${value}}`,
        value,
      ])
        expect(unknownOf(await codesOf(callers.member ?? null, body)), body.slice(0, 300)).toEqual([])
    expect(failures).toEqual([])
  })
})

describe('text that cannot be stored', () => {
  it.each([
    ['NUL', '\\u0000'],
    ['half a surrogate pair', '\\ud83d'],
  ])('fails with its path: %s in a variable or in the document', async (_, escaped) => {
    const text = JSON.parse(`"a${escaped}b"`) as string
    const told = (path: string) => ({
      extensions: { code: 'INVALID', fields: { [path]: 'Contains characters that cannot be stored' } },
    })
    const inVariable = await ask(
      node,
      callers.member ?? null,
      'mutation($interests: [String!]!) { updateProfile(displayName: "Asha Rao", age: 30, interests: $interests, lookingFor: [DATING]) { id } }',
      { interests: ['Jazz', text] },
    )
    expect(inVariable.errors).toMatchObject([told('interests[1]')])
    const inDocument = await ask(
      node,
      null,
      `mutation { logIn(userName: "a${escaped}b", password: "x") { token } }`,
    )
    // GraphQL's grammar does not allow half of a pair as an escape.
    expect(inDocument.errors).toMatchObject([
      escaped === '\\u0000' ? told('userName') : { extensions: { code: 'INVALID' } },
    ])
    expect(failures).toEqual([])
  })
})

describe('a variable of the wrong type', () => {
  // covers: beyond-graphql-variable-errors
  it('fails with its path, and without a server error in the log', async () => {
    const admin = callers.administrator ?? null
    const size = await ask(node, admin, 'query($size: Int!) { adminUsers(size: $size) { id } }', {
      size: 'x',
    })
    expect(size.errors).toMatchObject([
      {
        message: 'The variable size is not valid: Int cannot represent non-integer value.',
        extensions: { code: 'INVALID', fields: { size: 'Int cannot represent non-integer value' } },
      },
    ])
    const ids = await ask(node, admin, 'mutation($ids: [ID!]!) { markNotificationsRead(ids: $ids) }', {
      ids: ['a', {}, 'b', null],
    })
    expect(ids.errors[0]?.extensions).toMatchObject({
      code: 'INVALID',
      fields: { 'ids[1]': expect.any(String), 'ids[3]': expect.any(String) },
    })
    const input = await ask(
      node,
      null,
      'mutation($input: RegistrationInput!) { register(input: $input) { token } }',
      {
        input: { age: 'old' },
      },
    )
    expect(input.errors[0]?.extensions).toMatchObject({
      code: 'INVALID',
      fields: { 'input.age': 'Int cannot represent non-integer value' },
    })
    const missing = await ask(node, admin, 'query($id: ID!) { partner(userId: $id) { id } }')
    expect(missing.errors[0]?.extensions).toMatchObject({
      code: 'INVALID',
      fields: { id: expect.any(String) },
    })
    expect(failures).toEqual([])
  })

  it('gets a description in plain words where the contract has no message', async () => {
    const { errors } = await ask(node, callers.member ?? null, 'mutation { block(userId: "x") }')
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID', fields: { userId: 'Not an id' } } }])
    const visit = await ask(
      node,
      callers.member ?? null,
      'mutation { setTyping(conversationId: "x", isTyping: true) }',
    )
    expect(JSON.stringify(visit.errors)).not.toMatch(/Invalid (input|UUID|option)|expected string/i)
    expect(visit.errors).toMatchObject([{ extensions: { code: 'INVALID' } }])
  })
})
