import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repeatErasures } from '#server/domains/privacy/index.ts'
import { readTombstones, type Tombstone } from '#server/platform/tombstones/index.ts'
import { startApp, type TestApp } from '../../kit/app.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { reportMember } from '../../kit/erasure.ts'
import { mailsTo } from '../../kit/mails.ts'
import { aRegistration, call, join as joinMember, type Person, pair } from '../../kit/person.ts'
import { closeAccount, deleteAccount, finishFirstSweep, logIn } from '../../kit/privacy.ts'
import { recordTombstones } from '../../kit/tombstones.ts'

const DAY = 24 * 60 * 60_000
let folder: string
let clock: TestClock
let node: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-tombstones-'))
  clock = createTestClock()
  node = await startApp({ clock, env: { TOMBSTONES: join(folder, 'list') } })
  await finishFirstSweep(node)
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const prisma = () => node.app.context.database.prisma
const rowOf = (who: Pick<Person, 'id'>) => prisma().user.findUniqueOrThrow({ where: { id: who.id } })
const iso = (milliseconds = 0) => new Date(clock.now() + milliseconds).toISOString()
const entriesOf = async (userId: string) =>
  (await readTombstones(join(folder, 'list'), new Date(0)))?.entries.filter(
    (entry) => entry.userId === userId,
  )

describe('the list of deletions', () => {
  it('gets an entry when a member closes, deletes or reopens the account, and when it is erased', async () => {
    const asha = await joinMember(node)
    const { id: userId } = asha
    const closed = iso()
    await closeAccount(node, asha)
    expect(await entriesOf(userId)).toEqual([
      { kind: 'closed', at: closed, userId, closedAt: closed, eraseAfter: null },
    ])
    clock.advance(1_000)
    const { token } = (await logIn(node, asha)).body as { token: string }
    expect((await entriesOf(userId))?.at(-1)).toEqual({ kind: 'reopened', at: iso(), userId })
    clock.advance(1_000)
    const deleted = iso()
    await deleteAccount(node, { ...asha, token })
    expect((await entriesOf(userId))?.at(-1)).toEqual({
      kind: 'closed',
      at: deleted,
      userId,
      closedAt: deleted,
      eraseAfter: iso(29 * DAY),
    })
    clock.advance(31 * DAY)
    await node.app.context.privacy.sweep()
    expect((await entriesOf(userId))?.at(-1)).toEqual({ kind: 'erased', at: iso(), userId })
    expect(await entriesOf(userId)).toHaveLength(4)
  })

  it('gets no entry of a login to an open account, and no personal data', async () => {
    const asha = await joinMember(node)
    await logIn(node, asha)
    expect(await entriesOf(asha.id)).toEqual([])
  })

  it('gets an entry when the owner of an address removes its registration', async () => {
    const input = aRegistration()
    const { body } = await call(node.url, 'POST', '/api/user', { body: input })
    const { id } = body.user as { id: string }
    const code = /code=([\w-]+)/.exec(mailsTo(node, input.userName)[0]?.text ?? '')?.[1] ?? ''
    await node.app.context.accounts.registrationRemoval.remove(code, input.userName, '203.0.113.9')
    expect(await prisma().user.count({ where: { id } })).toBe(0)
    expect(await entriesOf(id)).toEqual([{ kind: 'erased', at: iso(), userId: id }])
  })

  it('refuses the change when it cannot be written', async () => {
    const asha = await joinMember(node)
    await rename(join(folder, 'list'), join(folder, 'away'))
    await writeFile(join(folder, 'list'), '')
    const { errors } = await deleteAccount(node, asha)
    expect(errors).toHaveLength(1)
    expect(await rowOf(asha)).toMatchObject({ active: true, closedAt: null, eraseAfter: null })
    await rm(join(folder, 'list'))
    await rename(join(folder, 'away'), join(folder, 'list'))
    expect((await deleteAccount(node, asha)).errors).toEqual([])
  })
})

describe('repeating deletions after a restore', () => {
  const failures: unknown[] = []
  async function repeat(entries: Tombstone[], signalDays = 90) {
    const tombstones = recordTombstones()
    const counts = await repeatErasures(
      {
        pool: node.app.context.database.pool,
        now: clock.now(),
        shouldContinue: () => true,
        onError: (error) => void failures.push(error),
      },
      { signalDays, mailboxHash: (email) => Buffer.from(email), tombstones },
      entries,
    )
    expect(failures).toEqual([])
    return { counts, recorded: tombstones.entries }
  }
  const closedEntry = (userId: string, eraseAfter: string | null): Tombstone => ({
    kind: 'closed',
    at: iso(),
    userId,
    closedAt: iso(),
    eraseAfter,
  })

  it('closes accounts again, with the date of their erasure, and once only', async () => {
    const [asha, ben] = [await joinMember(node), await joinMember(node)]
    const entries = [closedEntry(asha.id, iso(30 * DAY)), closedEntry(ben.id, null)]
    expect((await repeat(entries)).counts).toEqual({ closed: 2, reopened: 0, erased: 0 })
    expect(await rowOf(asha)).toMatchObject({
      active: false,
      closedAt: new Date(iso()),
      eraseAfter: new Date(iso(30 * DAY)),
      erasedAt: null,
    })
    expect(await rowOf(ben)).toMatchObject({ active: false, eraseAfter: null })
    expect((await repeat(entries)).counts).toEqual({ closed: 0, reopened: 0, erased: 0 })
  })

  it('reopens an account whose owner logged in after the backup, and follows the last entry', async () => {
    const [asha, ben] = [await joinMember(node), await joinMember(node)]
    for (const who of [asha, ben]) await deleteAccount(node, who)
    const reopened = (userId: string): Tombstone => ({ kind: 'reopened', at: iso(), userId })
    const { counts } = await repeat([reopened(asha.id), reopened(ben.id), closedEntry(ben.id, iso(9 * DAY))])
    expect(counts).toMatchObject({ closed: 1, reopened: 1 })
    expect(await rowOf(asha)).toMatchObject({ active: true, closedAt: null, eraseAfter: null })
    expect(await rowOf(ben)).toMatchObject({ active: false, eraseAfter: new Date(iso(9 * DAY)) })
  })

  it('erases at once what is due, and what was erased before although a report is open again', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const due = await joinMember(node)
    await asha.send(conversationId, 'Kept while the report is open')
    await reportMember(node, { by: ben, about: asha })
    const suspendedUntil = new Date(clock.now() + 400 * DAY)
    await prisma().user.update({ where: { id: asha.id }, data: { suspendedUntil } })
    const { counts, recorded } = await repeat([
      { kind: 'erased', at: iso(-DAY), userId: asha.id },
      closedEntry(due.id, iso(-1)),
    ])
    expect(counts).toMatchObject({ closed: 1, erased: 1 })
    for (const who of [asha, due])
      expect(await rowOf(who)).toMatchObject({
        userName: `deleted-${who.id}@deleted.invalid`,
        erasedAt: new Date(iso()),
      })
    expect((await rowOf(asha)).closedAt).toEqual(new Date(iso(-DAY)))
    expect(recorded.map(({ userId }) => userId).sort()).toEqual([asha.id, due.id].sort())
    // The suspension is remembered by the mailbox, as at the first erasure.
    const [signal] = await prisma().banSignal.findMany({ where: { userId: asha.id } })
    expect(Buffer.from(signal?.hash ?? []).toString()).toBe(asha.user.userName)
    expect(await prisma().message.count({ where: { senderId: asha.id } })).toBe(1)
  })

  it('ignores accounts that the backup does not have', async () => {
    const userId = crypto.randomUUID()
    const { counts } = await repeat([{ kind: 'erased', at: iso(), userId }, closedEntry(userId, null)])
    expect(counts).toEqual({ closed: 0, reopened: 0, erased: 0 })
  })
})
