import { createHash } from 'node:crypto'
import { getIntrospectionQuery } from 'graphql'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../kit/app.ts'
import { ask, joinAs } from '../../kit/graphql.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
const production = useNode({
  env: { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://chat.example' },
})

const cookieOf = (on: TestApp, { token }: Person) =>
  `${on === production ? '__Host-rapport_session' : 'rapport_session'}=${token}`

/** A browser that follows a link, which sends no Origin. */
const visit = (on: TestApp, who: Person | null, headers: Record<string, string> = {}) =>
  call(on.url, 'GET', '/graphql', {
    headers: {
      accept: 'text/html,application/xhtml+xml',
      'sec-fetch-site': 'none',
      ...(who ? { cookie: cookieOf(on, who) } : {}),
      ...headers,
    },
  })

const OF_PAGES = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

describe('GraphiQL', () => {
  it('opens for every signed-in member in local mode', async () => {
    const { status, headers, body } = await visit(node, await join(node))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/html')
    expect(body.text).toContain('<title>GraphiQL')
  })

  // covers: beyond-graphql-introspection
  it('opens for administrators only in production', async () => {
    expect(await visit(production, await joinAs(production, 'ADMIN'))).toMatchObject({ status: 200 })
    for (const role of ['MEMBER', 'MODERATOR'] as const)
      expect(await visit(production, await joinAs(production, role))).toMatchObject({
        status: 403,
        body: { text: expect.stringContaining('Only administrators can see this page.') },
      })
  })

  it.each([{ PUBLIC_URL: 'https://chat.example' }, { HOST: '0.0.0.0', SMTP_URL: 'smtp://127.0.0.1:1' }])(
    'opens for administrators only when the server is reachable from other machines with %j',
    async (env) => {
      const started = await startApp({ env })
      const reachable = { ...started, url: started.url.replace('0.0.0.0', '127.0.0.1') }
      const page = async (who: Person) =>
        call(reachable.url, 'GET', '/graphql', { token: who.token, headers: { accept: 'text/html' } })
      const query = '{ __schema { queryType { name } } }'
      try {
        const member = await join(reachable)
        expect((await page(member)).status).toBe(403)
        expect((await ask(reachable, member, query)).codes).toEqual(['FORBIDDEN'])
        const admin = await joinAs(reachable, 'ADMIN')
        expect((await page(admin)).status).toBe(200)
        expect((await ask(reachable, admin, query)).errors).toEqual([])
      } finally {
        await started[Symbol.asyncDispose]()
      }
    },
  )

  // covers: beyond-graphiql-login
  it('offers a login to visitors and suspended members', async () => {
    for (const [on, who, status] of [
      [node, null, 401],
      [production, null, 401],
      [node, await joinAs(node, 'suspended'), 403],
    ] as const) {
      const answer = await visit(on, who)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body.text).toContain('<form method="post" aria-label="Login">')
      expect(answer.body.text).not.toContain('<title>GraphiQL')
    }
  })

  it('allows the login page its own script and style, and no other origin', async () => {
    const { headers, body } = await visit(node, null)
    const policy = headers.get('content-security-policy') ?? ''
    for (const element of ['script', 'style']) {
      const [, text = ''] = new RegExp(`<${element}>([^]*)</${element}>`).exec(String(body.text)) ?? []
      const digest = createHash('sha256').update(text).digest('base64')
      expect(policy).toContain(`${element}-src 'sha256-${digest}'`)
    }
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|\*|unsafe/)
    expect(Object.fromEntries(headers)).toMatchObject(OF_PAGES)
  })

  // covers: beyond-graphiql-login
  it('reads the whole schema with the cookie of an administrator, also in production', async () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true })
    const explore = async (who: Person) =>
      ask(production, null, query, {}, { cookie: cookieOf(production, who), origin: 'https://chat.example' })
    const { data, errors } = await explore(await joinAs(production, 'ADMIN'))
    expect(errors).toEqual([])
    expect(data?.__schema.types.length).toBeGreaterThan(80)
    expect((await explore(await joinAs(production, 'MODERATOR'))).codes).toEqual(['FORBIDDEN'])
  })

  it('allows only its own script, by its hash, and no other origin', async () => {
    const { headers, body } = await visit(node, await join(node))
    const html = String(body.text)
    const policy = headers.get('content-security-policy') ?? ''
    const script = html.slice(html.indexOf('<script>') + 8, html.lastIndexOf('</script>'))
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/)
    expect(Object.fromEntries(headers)).toMatchObject(OF_PAGES)
  })

  it('answers with 304 when it is unchanged, and with 401 for visitors', async () => {
    const asha = await join(node)
    const etag = (await visit(node, asha)).headers.get('etag') ?? ''
    expect(await visit(node, asha, { 'if-none-match': etag })).toMatchObject({ status: 304 })
    expect(await visit(node, null, { 'if-none-match': etag })).toMatchObject({ status: 401 })
  })

  it('changes state with the cookie for our own pages only', async () => {
    const asha = await join(node)
    const mutation = (origin: string) =>
      ask(node, null, 'mutation { cancelSearch }', {}, { cookie: `rapport_session=${asha.token}`, origin })
    expect((await mutation(new URL(node.url).origin)).data).toEqual({ cancelSearch: true })
    expect(await mutation('https://elsewhere.example')).toMatchObject({ status: 403, codes: ['FORBIDDEN'] })
  })
})
