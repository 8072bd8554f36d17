import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, startNode, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import {
  downloadExport,
  exportedFiles,
  exportsOf,
  latestExport,
  readyExport,
  requestExport,
} from '../../kit/data-export.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { ask, ban, closeAccount, finishFirstSweep, PASSWORD } from '../../kit/privacy.ts'
import { enrol, PROVE } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'

const HOUR = 60 * 60_000
const clock = createTestClock()
const node = useNode({ clock })
beforeAll(async () => {
  await finishFirstSweep(node)
})

describe('requesting an export', () => {
  // covers: beyond-export-limits
  it('fails while another is in progress, and for a day after the last', async () => {
    const asha = await join(node)
    const first = await Promise.all([
      requestExport(node, asha),
      requestExport(node, asha),
      requestExport(node, asha),
    ])
    const refused = first.filter(({ errors }) => errors.length > 0)
    expect(refused).toHaveLength(2)
    for (const { errors } of refused) expect(errors[0]?.extensions).toMatchObject({ code: 'CONFLICT' })
    await readyExport(node, asha)
    clock.advance(HOUR)
    expect((await requestExport(node, asha)).errors[0]?.message).toBe(
      'You can ask for your data once a day. Ask again in 23 hours.',
    )
    clock.advance(23 * HOUR)
    expect((await requestExport(node, asha)).errors).toEqual([])
    await readyExport(node, asha)
    expect(await exportsOf(node, asha)).toHaveLength(2)
  })

  it('succeeds at once after a failure', async () => {
    const asha = await join(node)
    const { prisma } = node.app.context.database
    await prisma.dataExport.create({
      data: {
        id: crypto.randomUUID(),
        userId: asha.id,
        status: 'FAILED',
        created: new Date(clock.now() - 1_000),
        expires: new Date(clock.now() + HOUR),
      },
    })
    expect((await requestExport(node, asha)).errors).toEqual([])
    await readyExport(node, asha)
  })

  it('works for banned members, with its download', async () => {
    const asha = await join(node)
    await ban(node, asha)
    const files = await exportedFiles(node, asha)
    expect(files.profile).toMatchObject([{ email: asha.user.userName }])
  })
})

describe('the download', () => {
  it('delivers a zip with a name and a size, which no proxy may cache', async () => {
    const asha = await join(node)
    await requestExport(node, asha)
    const { id, size } = await readyExport(node, asha)
    const answer = await downloadExport(node, id, asha.token)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(size),
      'cache-control': 'no-store',
    })
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="rapport-data-\d{4}-\d\d-\d\d\.zip"$/,
    )
    expect((await answer.arrayBuffer()).byteLength).toBe(size)
    const withCookie = (origin: string) =>
      fetch(answer.url, {
        method: 'POST',
        headers: {
          cookie: `rapport_session=${asha.token}`,
          origin,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ password: PASSWORD }),
      })
    expect((await withCookie(node.url)).status).toBe(200)
    expect((await withCookie('https://evil.example')).status).toBe(403)
  })

  // covers: beyond-export-download
  it('fails for other members and visitors', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    await requestExport(node, asha)
    const { id } = await readyExport(node, asha)
    expect((await downloadExport(node, id, ben.token)).status).toBe(404)
    expect((await downloadExport(node, id, null)).status).toBe(401)
    expect((await downloadExport(node, 'nonsense', asha.token)).status).toBe(400)
    expect(await exportsOf(node, ben)).toEqual([])
  })

  it('works for seven days once the export is ready', async () => {
    const asha = await join(node)
    await requestExport(node, asha)
    const { id, expires } = await readyExport(node, asha)
    expect(Date.parse(expires) - clock.now()).toBe(7 * 24 * HOUR)
    clock.advance(7 * 24 * HOUR - 1)
    expect((await downloadExport(node, id, asha.token)).status).toBe(200)
    clock.advance(1)
    expect((await downloadExport(node, id, asha.token)).status).toBe(404)
    expect(await exportsOf(node, asha)).toEqual([])
    await node.app.context.privacy.sweep()
    expect(await node.app.context.database.prisma.dataExport.count({ where: { userId: asha.id } })).toBe(0)
  })

  it('appears in OpenAPI as a file', async () => {
    const { body } = await call(node.url, 'GET', '/api/openapi.json')
    const paths = body.paths as Record<string, { post: { responses: Record<string, unknown> } }>
    expect(paths['/api/v1/privacy/export/{id}']?.post.responses[200]).toMatchObject({
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    })
  })
})

describe('the proof that an export needs', () => {
  const WRONG = 'This password is not right. Please try again.'

  // covers: beyond-export-needs-password
  it('asks for the password at the request and at the download, which a session alone cannot replace', async () => {
    const asha = await join(node)
    const refused = await requestExport(node, asha, 'Not-mine-1')
    expect(refused.errors[0]).toMatchObject({
      message: WRONG,
      extensions: { code: 'INVALID', fields: { password: WRONG } },
    })
    expect((await requestExport(node, asha, '')).errors[0]).toMatchObject({ message: 'Password is required' })
    expect((await ask(node, asha, 'mutation { requestDataExport { id } }')).errors).toHaveLength(1)
    expect(await exportsOf(node, asha)).toEqual([])

    await requestExport(node, asha)
    const { id } = await readyExport(node, asha)
    const wrong = await downloadExport(node, id, asha.token, 'Not-mine-1')
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'INVALID', fields: { password: WRONG } }),
    ])
    const without = await fetch(wrong.url, { headers: { authorization: `Bearer ${asha.token}` } })
    expect(without.status).toBe(405)
  })

  // covers: beyond-export-needs-password
  it('counts wrong passwords together with those of closing the account', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: '0.3' } })
    try {
      const asha = await join(strict)
      const wrong = 'Not-mine-1'
      const codes = [
        (await requestExport(strict, asha, wrong)).errors[0]?.extensions?.code,
        (await downloadExport(strict, crypto.randomUUID(), asha.token, wrong)).status,
        (await closeAccount(strict, asha, wrong)).errors[0]?.extensions?.code,
        (await requestExport(strict, asha)).errors[0]?.extensions?.code,
        (await downloadExport(strict, crypto.randomUUID(), asha.token)).status,
      ]
      expect(codes).toEqual(['INVALID', 400, 'INVALID', 'RATE_LIMITED', 429])
    } finally {
      await strict[Symbol.asyncDispose]()
    }
  })

  // covers: beyond-export-needs-password
  it('includes a code of the last ten minutes where two-step login is on', async () => {
    const asha = await join(node)
    const { nextCode } = await enrol(node, asha, clock)
    clock.advance(10 * 60_000)
    const stale = await requestExport(node, asha)
    expect(stale.errors[0]?.extensions).toMatchObject({ code: 'FRESH_FACTOR_REQUIRED' })
    expect((await requestExport(node, asha, 'Not-mine-1')).errors[0]?.extensions?.code).toBe('INVALID')
    expect((await ask(node, asha, PROVE, { code: nextCode() })).errors).toEqual([])
    expect((await requestExport(node, asha)).errors).toEqual([])
    const { id } = await readyExport(node, asha)
    expect((await downloadExport(node, id, asha.token)).status).toBe(200)
    clock.advance(10 * 60_000)
    const late = await downloadExport(node, id, asha.token)
    expect([late.status, (await late.json()).code]).toEqual([403, 'FRESH_FACTOR_REQUIRED'])
  })
})

describe('an export whose node died', () => {
  const underWay = (who: Person, at: TestApp, claimed: number) =>
    at.app.context.database.prisma.dataExport.create({
      data: {
        id: crypto.randomUUID(),
        userId: who.id,
        status: 'RUNNING',
        progress: 40,
        created: new Date(claimed),
        claimed: new Date(claimed),
        expires: new Date(claimed + 7 * 24 * HOUR),
      },
    })

  it('continues on another node after a while', async () => {
    const asha = await join(node)
    await underWay(asha, node, clock.now())
    await node.app.context.privacy.makeExports()
    expect(await latestExport(node, asha)).toMatchObject({ status: 'RUNNING', progress: 40 })
    clock.advance(2 * 60_000)
    // A call joins a run under way, which may have begun before the clock advanced.
    const madeExport = async () => {
      await node.app.context.privacy.makeExports()
      return latestExport(node, asha)
    }
    await expect.poll(madeExport).toMatchObject({ status: 'READY', progress: 100 })
  })

  // covers: beyond-export-of-dead-node
  it('runs once when several nodes look at the same time', async () => {
    const database = await createTestDatabase()
    const nodes = [
      await startNode({ databaseUrl: database.url }),
      await startNode({ databaseUrl: database.url }),
    ] as const
    const people: Person[] = []
    for (let count = 0; count < 4; count += 1) people.push(await join(nodes[0]))
    for (const person of people) await underWay(person, nodes[0], Date.now() - HOUR)
    await Promise.all(nodes.map((one) => one.app.context.privacy.makeExports()))
    for (const person of people) expect((await inboxOf(nodes[0], person)).total).toBe(1)
    for (const one of nodes) await one[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  })
})
