import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../kit/app.ts'
import { ask, joinAs } from '../kit/graphql.ts'
import { call, join } from '../kit/person.ts'

let node: TestApp
beforeAll(async () => {
  node = await startApp()
})
afterAll(() => node[Symbol.asyncDispose]())

const STATUS = 'query($text: String!) { paymentStatus(paymentId: $text) { status } }'

describe('what only hurts is refused cheaply', () => {
  it.each([
    ['10,000 aliases', `{ ${Array.from({ length: 10_000 }, (_, n) => `a${n}: __typename`).join(' ')} }`],
    ['100 aliases', `{ ${Array.from({ length: 100 }, (_, n) => `a${n}: __typename`).join(' ')} }`],
    ['depth 50', `{ ${'conversations { nodes { messages { '.repeat(16)} totalCount ${'} } } '.repeat(16)} }`],
    ['a document of nothing but tokens', `{ ${'me { id } '.repeat(3_000)} }`],
  ])('%s', async (_, query) => {
    const asha = await join(node)
    const before = performance.now()
    const { data, errors } = await ask(node, asha, query)
    expect(errors.length).toBeGreaterThan(0)
    expect(data).toBeNull()
    expect(performance.now() - before).toBeLessThan(1_000)
  })

  it('a document of 5 MiB, and variables as large', async () => {
    const asha = await join(node)
    const large = 'x'.repeat(5 * 1024 * 1024)
    for (const body of [
      { query: `{ me { id } } # ${large}` },
      { query: STATUS, variables: { text: large } },
    ]) {
      const answer = await call(node.url, 'POST', '/graphql', { body, token: asha.token }).catch(() => null)
      // The connection may be gone before all of it was sent.
      if (answer) expect(answer.status).toBe(413)
    }
    expect((await ask(node, asha, '{ me { id } }')).data).toMatchObject({ me: { id: asha.id } })
  })

  it('batches', async () => {
    const asha = await join(node)
    const one = { query: '{ me { id } }' }
    const answer = await call(node.url, 'POST', '/graphql', { body: [one, one], token: asha.token })
    expect(answer.status).toBe(400)
  })

  it('the shape of the whole, to visitors, and in production to everybody but administrators', async () => {
    const query = '{ __schema { types { name } } }'
    expect((await ask(node, null, query)).codes).toEqual(['FORBIDDEN'])
    expect((await ask(node, await join(node), query)).errors).toEqual([])
    const hidden = await ask(node, null, '{ ... on Query { again: __type(name: "Me") { name } } }')
    expect(hidden.codes).toEqual(['FORBIDDEN'])
    const production = await startApp({
      env: { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://chat.example' },
    })
    try {
      expect((await ask(production, await join(production), query)).codes).toEqual(['FORBIDDEN'])
      expect((await ask(production, await joinAs(production, 'ADMIN'), query)).errors).toEqual([])
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
