import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { text } from '#schema/translatable.ts'
import { downloadExport } from '#server/domains/privacy/download-export.ts'
import {
  type ExportContext,
  listExports,
  type Owner,
  requestExport,
} from '#server/domains/privacy/exports.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createTestClock } from '../../kit/clock.ts'
import { runBehindLock } from '../../kit/held-lock.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const MEBIBYTE = 1024 * 1024
const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const clock = createTestClock()
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)
const PASSWORD = 'Monsoon-2026'
const ownerOf = (id: string, password = PASSWORD): Owner => ({
  member: { id, sessionKey: `session of ${id}` },
  password,
  address: '192.0.2.1',
})
const code = (expected: string) => expect.objectContaining({ code: expected })

const rows = useStarted(openRows)

/** `factor` multiplies all rate limits. */
function open(factor = 1_000) {
  const platform = testPlatform({ database: rows.database, clock, rateLimitFactor: factor })
  const accounts: ExportContext['accounts'] = {
    confirmOwner: async (_member, { password }) => {
      if (password !== PASSWORD) throw new ApiError('INVALID', text('wrong'))
    },
  }
  const context = { ...platform, accounts }
  return {
    request: (owner: Owner) => requestExport(context, owner),
    list: (userId: string) => listExports(context, userId),
    download: (owner: Owner, id: string) => downloadExport(context, owner, id),
  }
}

async function stored(userId: string, changes: object = {}) {
  const id = uuidv7()
  await rows.database.prisma.dataExport.create({
    data: { id, userId, created: at(), expires: at(7 * DAY), ...changes },
  })
  return id
}

const readyWith = (userId: string, archive: Uint8Array<ArrayBuffer>, changes: object = {}) =>
  stored(userId, { status: 'READY', archive, size: archive.length, finished: at(), ...changes })

describe('a request for an export', () => {
  it('queues one that can be downloaded for seven days', async () => {
    const userId = await rows.member()
    const requested = await open().request(ownerOf(userId))
    expect(requested).toEqual({
      id: requested.id,
      status: 'QUEUED',
      progress: 0,
      size: null,
      created: at(),
      expires: at(7 * DAY),
    })
    expect(await open().list(userId)).toEqual([requested])
  })

  it.each(['QUEUED', 'RUNNING'] as const)('fails while one is %s', async (status) => {
    const userId = await rows.member()
    await stored(userId, { status, created: at(-2 * DAY) })
    await expect(open().request(ownerOf(userId))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'We are already preparing your data. You will get a notification when it is ready.',
    })
    await expect(open().request(ownerOf(await rows.member()))).resolves.toMatchObject({ status: 'QUEUED' })
  })

  it('waits for a simultaneous, uncommitted request of the member', async () => {
    const userId = await rows.member()
    const refused = await runBehindLock(rows.database.pool, {
      lock: (holder) => holder.query('SELECT 1 FROM "user" WHERE id = $1 FOR NO KEY UPDATE', [userId]),
      work: () => open().request(ownerOf(userId)),
      change: (holder) =>
        holder.query('INSERT INTO data_export (id, user_id, created, expires) VALUES ($1, $2, $3, $4)', [
          uuidv7(),
          userId,
          at(),
          at(DAY),
        ]),
    })
    expect(refused).toEqual(code('CONFLICT'))
    expect(await open().list(userId)).toHaveLength(1)
  })

  it.each([
    [0, 'in 24 hours'],
    [HOUR, 'in 23 hours'],
    [22 * HOUR + 1, 'in 2 hours'],
    [23 * HOUR, 'within an hour'],
    [DAY - 1, 'within an hour'],
  ])('fails %i milliseconds after the last one, until %s', async (age, when) => {
    const userId = await rows.member()
    await readyWith(userId, new Uint8Array(1), { created: at(-age) })
    await expect(open().request(ownerOf(userId))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `You can ask for your data once a day. Ask again ${when}.`,
    })
  })

  it('succeeds a day after the last one, and at once after one that failed or has expired', async () => {
    for (const store of [
      (userId: string) => readyWith(userId, new Uint8Array(1), { created: at(-DAY) }),
      (userId: string) => stored(userId, { status: 'FAILED' }),
      (userId: string) => stored(userId, { status: 'RUNNING', expires: at() }),
    ]) {
      const userId = await rows.member()
      await store(userId)
      await expect(open().request(ownerOf(userId))).resolves.toMatchObject({ status: 'QUEUED' })
    }
  })

  it('counts from the latest of several exports', async () => {
    const userId = await rows.member()
    await readyWith(userId, new Uint8Array(1), { created: at(-HOUR) })
    await readyWith(userId, new Uint8Array(1), { created: at(-3 * DAY) })
    await expect(open().request(ownerOf(userId))).rejects.toMatchObject({
      message: expect.stringContaining('in 23'),
    })
  })

  it('counts the later of two exports with the same time', async () => {
    const userId = await rows.member()
    await readyWith(userId, new Uint8Array(1), { created: at(-2 * DAY) })
    await stored(userId, { status: 'RUNNING', created: at(-2 * DAY) })
    await expect(open().request(ownerOf(userId))).rejects.toEqual(code('CONFLICT'))
  })
})

describe('an export', () => {
  it('cannot be requested or downloaded without the password of the account', async () => {
    const userId = await rows.member()
    const id = await readyWith(userId, new Uint8Array(1), { created: at(-2 * DAY) })
    const thief = ownerOf(userId, 'guessed')
    await expect(open().request(thief)).rejects.toEqual(code('INVALID'))
    await expect(open().download(thief, id)).rejects.toEqual(code('INVALID'))
    expect((await open().list(userId)).map((one) => one.id)).toEqual([id])
  })
})

describe('the list of exports', () => {
  it("contains the member's own that have not expired, the latest first, ten at most", async () => {
    const [userId, other] = [await rows.member(), await rows.member()]
    await stored(userId, { expires: at() })
    await stored(other)
    const ids: string[] = []
    for (let age = 10; age >= 0; age -= 1) ids.push(await stored(userId, { created: at(-age) }))
    const listed = await open().list(userId)
    expect(listed.map(({ id }) => id)).toEqual(ids.reverse().slice(0, 10))
  })

  it('follows the date, and the order of requests for equal dates', async () => {
    const userId = await rows.member()
    const [second, third] = [await stored(userId), await stored(userId)]
    const first = await stored(userId, { created: at(-1) })
    expect((await open().list(userId)).map(({ id }) => id)).toEqual([third, second, first])
  })
})

describe('a download', () => {
  const contentOf = async (userId: string, id: string) => {
    const { content } = await open().download(ownerOf(userId), id)
    const slices: Uint8Array[] = []
    for await (const slice of content) slices.push(slice)
    return slices
  }

  it('takes its name from the day on which the export was made', async () => {
    const userId = await rows.member()
    const id = await readyWith(userId, new Uint8Array(3), { finished: new Date('2020-02-01T23:59:59Z') })
    expect(await open().download(ownerOf(userId), id)).toMatchObject({
      name: expect.stringMatching(/^[a-z]+-data-2020-02-01\.zip$/),
      size: 3,
    })
  })

  it.each([
    ['less than a slice', 1_000, [1_000]],
    ['exactly two slices', 2 * MEBIBYTE, [MEBIBYTE, MEBIBYTE]],
    ['a byte more than two', 2 * MEBIBYTE + 1, [MEBIBYTE, MEBIBYTE, 1]],
  ])('arrives in slices of a mebibyte, every byte once: %s', async (_, size, lengths) => {
    const userId = await rows.member()
    const archive = new Uint8Array(randomBytes(size))
    const slices = await contentOf(userId, await readyWith(userId, archive))
    expect(slices.map(({ length }) => length)).toEqual(lengths)
    expect(Buffer.concat(slices).equals(archive)).toBe(true)
  })

  it('arrives from its parts', async () => {
    const userId = await rows.member()
    const archive = new Uint8Array(randomBytes(MEBIBYTE + 5))
    const id = await readyWith(userId, new Uint8Array(), { size: archive.length })
    for (const [number, bytes] of [archive.slice(0, MEBIBYTE), archive.slice(MEBIBYTE)].entries())
      await rows.database.prisma.dataExportPart.create({ data: { exportId: id, number, bytes } })
    expect(Buffer.concat(await contentOf(userId, id)).equals(archive)).toBe(true)
  })

  it('fails when its export is removed while it is read', async () => {
    const userId = await rows.member()
    const id = await readyWith(userId, new Uint8Array(MEBIBYTE + 1))
    const { content } = await open().download(ownerOf(userId), id)
    const slices = content[Symbol.asyncIterator]()
    expect((await slices.next()).value).toHaveLength(MEBIBYTE)
    await rows.database.prisma.dataExport.delete({ where: { id } })
    await expect(slices.next()).rejects.toThrow('the export expired while it was read')
  })

  it('can be found by its owner only, once it is ready, until it expires', async () => {
    const [userId, other] = [await rows.member(), await rows.member()]
    const archive = new Uint8Array(1)
    const ready = await readyWith(userId, archive, { expires: at(1) })
    await expect(open().download(ownerOf(userId), ready)).resolves.toMatchObject({ size: 1 })
    await expect(open().download(ownerOf(other), ready)).rejects.toEqual(code('NOT_FOUND'))
    const hidden = [
      await readyWith(userId, archive, { expires: at() }),
      await stored(userId),
      await stored(userId, { status: 'RUNNING' }),
      await stored(userId, { status: 'FAILED' }),
      uuidv7(),
    ]
    for (const id of hidden)
      await expect(open().download(ownerOf(userId), id)).rejects.toEqual(code('NOT_FOUND'))
  })
})

describe('the rate limits of exports', () => {
  it('count requests and lists of a member together, and downloads separately', async () => {
    const [userId, other] = [await rows.member(), await rows.member()]
    const id = await readyWith(userId, new Uint8Array(1), { created: at(-2 * DAY) })
    // Each limit allows one action.
    const exports = open(1e-9)
    await exports.request(ownerOf(userId))
    await expect(exports.list(userId)).rejects.toEqual(code('RATE_LIMITED'))
    await expect(exports.request(ownerOf(userId))).rejects.toEqual(code('RATE_LIMITED'))
    await exports.download(ownerOf(userId), id)
    await expect(exports.download(ownerOf(userId), id)).rejects.toEqual(code('RATE_LIMITED'))
    await exports.list(other)
    await expect(exports.list(other)).rejects.toEqual(code('RATE_LIMITED'))
  })
})
