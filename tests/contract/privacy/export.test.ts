import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, startNode, type TestApp } from '../../kit/app.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { call, join, type Person, pair } from '../../kit/person.ts'
import { answerOf, ask, ban } from '../../kit/privacy.ts'
import { enrol } from '../../kit/second-factor.ts'

const HOUR = 60 * 60_000
let clock: TestClock
let node: TestApp
beforeAll(async () => {
  clock = createTestClock(Date.now())
  node = await startApp({ clock })
})
afterAll(() => node[Symbol.asyncDispose]())

interface Export {
  id: string
  status: 'QUEUED' | 'RUNNING' | 'READY' | 'FAILED'
  progress: number
  expires: string
  size: number | null
}
type Files = Record<string, Record<string, unknown>[]> & { readme: string }

const FIELDS = 'id status progress expires size'
const request = (who: Person, at = node) => ask(at, who, `mutation { requestDataExport { ${FIELDS} } }`)
const exportsOf = (who: Person, at = node) => answerOf<Export[]>(at, who, `{ dataExports { ${FIELDS} } }`)
const latest = async (who: Person, at = node) => (await exportsOf(who, at))[0]

async function ready(who: Person, at = node): Promise<Export> {
  await expect.poll(async () => (await latest(who, at))?.status).toBe('READY')
  return (await latest(who, at)) as Export
}

const download = (id: string, token: string | null, at = node) =>
  fetch(`${at.url}/api/v1/privacy/export/${id}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })

function filesOf(zip: ArrayBuffer): Files {
  const files = Object.entries(unzipSync(new Uint8Array(zip)))
  const json = files
    .filter(([name]) => name.endsWith('.json'))
    .map(([name, bytes]) => [name.replace('.json', ''), JSON.parse(strFromU8(bytes))])
  const [, readme = new Uint8Array()] = files.find(([name]) => name === 'README.txt') ?? []
  return { ...Object.fromEntries(json), readme: strFromU8(readme) }
}

async function exported(who: Person): Promise<Files> {
  await answerOf(node, who, 'mutation { requestDataExport { id } }')
  const { id } = await ready(who)
  return filesOf(await (await download(id, who.token)).arrayBuffer())
}

describe('the data export of a member', () => {
  it('contains the date of two-step login, and neither its secret nor a recovery code', async () => {
    const asha = await join(node)
    const { secret, recoveryCodes } = await enrol(node, asha, clock)
    const files = await exported(asha)
    expect(files['two-step-login']).toEqual([{ since: expect.any(String), recoveryCodesLeft: 10 }])
    expect(Date.parse(String(files['two-step-login']?.[0]?.since))).toBe(clock.now())
    const all = JSON.stringify(files)
    for (const text of [secret, ...recoveryCodes]) expect(all).not.toContain(text)
  })

  it('is a zip with a file for each subject and a letter that explains them', async () => {
    const asha = await join(node, { displayName: 'Asha exports' })
    await asha.call('POST', '/api/v1/profile-visitor', {
      profileOwnerId: asha.id,
      visitType: 'register',
      location: { latitude: 52.52, longitude: 13.405 },
    })
    const files = await exported(asha)
    expect(files.profile).toMatchObject([
      { email: asha.user.userName, displayName: 'Asha exports', phone: '+919822012345', age: 31 },
    ])
    expect(files.sessions).toHaveLength(1)
    expect(files['sign-ins']).toMatchObject([{ kind: 'register', latitude: 52.52 }])
    expect(files['two-step-login']).toEqual([])
    for (const name of Object.keys(files))
      if (name !== 'readme') expect(files.readme).toContain(`${name}.json`)
    expect(JSON.stringify(files)).not.toContain('argon2')
  })

  it('contains a launch list entry only once the email address of the account is verified', async () => {
    const asha = await join(node, { verified: false })
    const body = { email: asha.user.userName }
    const headers = { 'user-agent': 'Browser of the mailbox owner' }
    expect((await call(node.url, 'POST', '/api/v1/launch-notifications', { body, headers })).status).toBe(200)
    expect((await exported(asha))['launch-list']).toEqual([])
    await node.app.context.database.prisma.user.update({
      where: { id: asha.id },
      data: { emailVerified: true },
    })
    clock.advance(24 * HOUR)
    expect((await exported(asha))['launch-list']).toMatchObject([
      { email: body.email, browser: headers['user-agent'] },
    ])
  })

  it('contains the conversations with the messages that the member can see', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'Cleared by Asha')
    await asha.call('PUT', `/api/v1/conversation/${conversationId}/clear`)
    await ben.send(conversationId, 'Ben’s words to "Asha"\nin two lines')
    await asha.send(conversationId, 'Asha’s words')
    const files = await exported(asha)
    expect(files.conversations).toMatchObject([
      {
        with: ben.user.displayName,
        messages: [
          { from: 'them', message: 'Ben’s words to "Asha"\nin two lines' },
          { from: 'me', message: 'Asha’s words' },
        ],
      },
    ])
    const bens = await exported(ben)
    expect(bens.conversations?.[0]?.messages).toHaveLength(3)
  })

  it("contains, across a block, the member's own messages and not the partner's", async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'Mine')
    await ben.send(conversationId, 'Theirs')
    await ben.call('POST', '/api/v1/blocks', { userId: asha.id })
    const { conversations } = await exported(asha)
    expect(conversations).toMatchObject([{ messages: [{ from: 'me', message: 'Mine' }] }])
    expect((await exported(ben)).blocks).toMatchObject([{ displayName: asha.user.displayName }])
  })

  it('contains display names and received messages of others, and nothing else about them', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const moderator = await join(node, { displayName: 'A moderator of ours' })
    await ben.send(conversationId, 'Hello')
    const { prisma } = node.app.context.database
    await ben.call('POST', '/api/user/report/true', { reportedUserId: asha.id, reason: 'Ben reports this' })
    const action = { actorId: moderator.id, subjectId: asha.id }
    await prisma.moderationAction.createMany({
      data: [
        { id: crypto.randomUUID(), kind: 'WARN', reason: 'Be kind', ...action },
        { id: crypto.randomUUID(), kind: 'DISMISS', reason: 'No rule was broken', ...action },
      ],
    })
    const actor = { id: moderator.id, role: 'MODERATOR' } as const
    const note = { userId: asha.id, reportId: null, text: 'Reported by three people' }
    await node.app.context.moderationQueues.notes.add(actor, note)
    const files = await exported(asha)
    const text = JSON.stringify(files)
    expect(files.readme).toContain('internal notes of our moderators are left out')
    expect(files.moderation).toMatchObject([{ decision: 'WARN', reason: 'Be kind' }])
    for (const secret of [
      ben.user.userName,
      ben.id,
      moderator.id,
      'A moderator of ours',
      'Ben reports this',
      'No rule was broken',
      'Reported by three people',
      'note was added',
    ])
      expect(text).not.toContain(secret)
    expect(text).toContain(ben.user.displayName)
    expect((await exported(ben))['reports-made']).toMatchObject([
      { about: asha.user.displayName, reason: 'Ben reports this', status: 'OPEN' },
    ])
  })

  it('is written in portions, even for very many messages, and reports its progress', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const { pool } = node.app.context.database
    await pool.query(
      `INSERT INTO message (id, conversation_id, sender_id, body)
       SELECT gen_random_uuid(), $1, $2, 'Message ' || n || repeat(' and more', 20) FROM generate_series(1, 20000) n`,
      [conversationId, ben.id],
    )
    await pool.query('CREATE TABLE seen_progress (user_id uuid, progress int)')
    await pool.query(`CREATE FUNCTION note_progress() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO seen_progress VALUES (NEW.user_id, NEW.progress); RETURN NEW; END $$`)
    await pool.query(`CREATE TRIGGER note AFTER UPDATE OF progress ON data_export
      FOR EACH ROW EXECUTE FUNCTION note_progress()`)
    const { conversations } = await exported(asha)
    const messages = conversations?.[0]?.messages as { message: string }[]
    expect(new Set(messages.map(({ message }) => message)).size).toBe(20_000)
    const seen = await pool.query<{ progress: number }>(
      'SELECT progress FROM seen_progress WHERE user_id = $1',
      [asha.id],
    )
    const steps = seen.rows.map(({ progress }) => progress)
    expect(steps.length).toBeGreaterThan(20)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.at(-1)).toBe(100)
    await pool.query('DROP TRIGGER note ON data_export')
  })

  it('is announced once it can be downloaded', async () => {
    const asha = await join(node)
    await exported(asha)
    await expect
      .poll(async () => (await inboxOf(node, asha)).notes)
      .toMatchObject([{ kind: 'export_ready', path: '/privacy-centre' }])
  })
})

describe('requesting an export', () => {
  it('is refused while another is in progress, and for a day after the last', async () => {
    const asha = await join(node)
    const first = await Promise.all([request(asha), request(asha), request(asha)])
    const refused = first.filter(({ errors }) => errors.length > 0)
    expect(refused).toHaveLength(2)
    for (const { errors } of refused) expect(errors[0]?.extensions).toMatchObject({ code: 'CONFLICT' })
    await ready(asha)
    clock.advance(HOUR)
    expect((await request(asha)).errors[0]?.message).toBe(
      'You can ask for your data once a day. Ask again in 23 hours.',
    )
    clock.advance(23 * HOUR)
    expect((await request(asha)).errors).toEqual([])
    await ready(asha)
    expect(await exportsOf(asha)).toHaveLength(2)
  })

  it('is possible again at once after a failure', async () => {
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
    expect((await request(asha)).errors).toEqual([])
    await ready(asha)
  })

  it('and downloading it is open to banned members', async () => {
    const asha = await join(node)
    await ban(node, asha)
    const files = await exported(asha)
    expect(files.profile).toMatchObject([{ email: asha.user.userName }])
  })
})

describe('the download', () => {
  it('is a zip with a name and a size, which no proxy may cache', async () => {
    const asha = await join(node)
    await request(asha)
    const { id, size } = await ready(asha)
    const answer = await download(id, asha.token)
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
    const withCookie = await fetch(answer.url, { headers: { cookie: `rapport_session=${asha.token}` } })
    expect(withCookie.status).toBe(200)
  })

  it('is refused to other members and visitors', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    await request(asha)
    const { id } = await ready(asha)
    expect((await download(id, ben.token)).status).toBe(404)
    expect((await download(id, null)).status).toBe(401)
    expect((await download('nonsense', asha.token)).status).toBe(400)
    expect(await exportsOf(ben)).toEqual([])
  })

  it('is available for seven days once it is ready', async () => {
    const asha = await join(node)
    await request(asha)
    const { id, expires } = await ready(asha)
    expect(Date.parse(expires) - clock.now()).toBe(7 * 24 * HOUR)
    clock.advance(7 * 24 * HOUR - 1)
    expect((await download(id, asha.token)).status).toBe(200)
    clock.advance(1)
    expect((await download(id, asha.token)).status).toBe(404)
    expect(await exportsOf(asha)).toEqual([])
    await node.app.context.privacy.sweep()
    expect(await node.app.context.database.prisma.dataExport.count({ where: { userId: asha.id } })).toBe(0)
  })

  it('is described in OpenAPI as a file', async () => {
    const { body } = await call(node.url, 'GET', '/api/openapi.json')
    const paths = body.paths as Record<string, { get: { responses: Record<string, unknown> } }>
    expect(paths['/api/v1/privacy/export/{id}']?.get.responses[200]).toMatchObject({
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    })
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

  it('is written by another node after a while', async () => {
    const asha = await join(node)
    await underWay(asha, node, clock.now())
    await node.app.context.privacy.makeExports()
    expect(await latest(asha)).toMatchObject({ status: 'RUNNING', progress: 40 })
    clock.advance(2 * 60_000)
    await node.app.context.privacy.makeExports()
    expect(await latest(asha)).toMatchObject({ status: 'READY', progress: 100 })
  })

  it('is written once when several nodes look at the same time', async () => {
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
