import { strFromU8, unzipSync } from 'fflate'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RETENTION } from '#schema/retention.ts'
import { createExportJob } from '#server/domains/privacy/export-job.ts'
import { SUBJECTS } from '#server/domains/privacy/export-subjects.ts'
import { createTestClock } from '../../kit/clock.ts'
import { poolWith } from '../../kit/pool-double.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const clock = createTestClock()
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)

const rows = useStarted(openRows)
beforeEach(() => rows.database.prisma.dataExport.deleteMany())

interface Hooks {
  /** Runs after the export was claimed, before its data are read. */
  onClaim?: () => unknown
  onProgress?: (percent: number) => void
  /** Runs when the archive is complete, before it is stored. */
  onComplete?: () => unknown
}

function createJob({ onClaim, onProgress, onComplete }: Hooks = {}) {
  const { pool } = rows.database
  const [ready, failures]: [string[], unknown[]] = [[], []]
  const watched = poolWith({
    async query(text: string, values: unknown[]) {
      if (text.includes('SET progress = $3')) onProgress?.(Number(values[2]))
      if (text.includes("SET status = 'READY'")) await onComplete?.()
      return pool.query(text, values)
    },
    async connect() {
      await onClaim?.()
      return pool.connect()
    },
  })
  const job = createExportJob(
    testPlatform({ pool: watched, clock, onFailure: (error) => void failures.push(error) }),
    { onReady: async (userId) => void ready.push(userId) },
  )
  return { job, ready, failures }
}

async function requested(changes: object = {}, userId?: string) {
  const id = uuidv7()
  const owner = userId ?? (await rows.member())
  await rows.database.prisma.dataExport.create({
    data: { id, userId: owner, created: at(), expires: at(RETENTION.exportDays * DAY), ...changes },
  })
  return { id, userId: owner }
}
async function archiveOf(exportId: string) {
  const parts = await rows.database.prisma.dataExportPart.findMany({
    where: { exportId },
    orderBy: { number: 'asc' },
  })
  return new Uint8Array(Buffer.concat(parts.map(({ bytes }) => bytes)))
}
const storedOf = (id: string) => rows.database.prisma.dataExport.findUniqueOrThrow({ where: { id } })

describe('an export', () => {
  it('becomes ready with every file, for seven days from its end, and is emitted once', async () => {
    const { prisma } = rows.database
    const { id, userId } = await requested()
    const conversationId = await rows.conversation(userId, await rows.member())
    const message = { conversationId, senderId: userId, time: at() }
    await prisma.message.create({ data: { id: uuidv7(), ...message, body: 'Hello' } })
    await prisma.heldMessage.create({
      data: { id: uuidv7(), conversationId, senderId: userId, body: 'Kept back', rule: 'x', created: at() },
    })
    await prisma.appeal.create({
      data: { id: uuidv7(), userId, actionId: uuidv7(), text: 'Please look again', created: at() },
    })
    const { job, ready, failures } = createJob({ onClaim: () => clock.advance(MINUTE) })
    await job.run()
    expect(failures).toEqual([])
    expect(ready).toEqual([userId])
    const [stored, archive] = [await storedOf(id), await archiveOf(id)]
    expect(stored).toMatchObject({
      status: 'READY',
      progress: 100,
      size: archive.length,
      finished: at(),
      expires: at(7 * DAY),
    })
    const files = unzipSync(archive)
    const names = [...SUBJECTS.map(({ file }) => file), 'conversations.json', 'README.txt']
    expect(Object.keys(files).sort()).toEqual(names.sort())
    const json = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))
    expect(json('profile.json')).toMatchObject([
      { id: userId, email: `${userId}@example.com`, displayName: 'Asha', interests: ['Jazz'] },
    ])
    expect(json('appeals.json')).toMatchObject([{ text: 'Please look again', status: 'OPEN' }])
    expect(json('held-messages.json')).toMatchObject([{ message: 'Kept back', status: 'HELD' }])
    expect(json('conversations.json')).toMatchObject([{ messages: [{ from: 'me', message: 'Hello' }] }])
    const readme = strFromU8(files['README.txt'] ?? new Uint8Array())
    for (const { file } of SUBJECTS) expect(readme).toMatch(new RegExp(`^  ${file}\n      \\S.{8,}\\.$`, 'm'))
    await job.run()
    expect(ready).toEqual([userId])
  })

  it('reports its progress by the share of messages that are read', async () => {
    const { userId } = await requested()
    for (const [index, share] of [1, 2].entries()) {
      const conversationId = await rows.conversation(userId, await rows.member())
      for (let count = 0; count < share; count += 1)
        await rows.database.prisma.message.create({
          data: { id: uuidv7(), conversationId, senderId: userId, body: `${index}`, time: at() },
        })
    }
    const told: number[] = []
    await createJob({ onProgress: (percent) => told.push(percent) }).job.run()
    expect(told.filter((percent) => percent > 10)).toEqual([39, 99])
    expect(told).toEqual(told.toSorted((a, b) => a - b))
  })

  it('starts when it is queued or abandoned for two minutes, the oldest first, unless it expired', async () => {
    const claims = [
      await requested({ created: at(-1) }),
      await requested({ created: at(-2), status: 'RUNNING', claimed: at(-2 * MINUTE) }),
    ]
    const left = [
      await requested({ status: 'RUNNING', claimed: at(-2 * MINUTE + 1) }),
      await requested({ expires: at() }),
      await requested({ status: 'FAILED' }),
    ]
    const { job, ready } = createJob()
    await job.run()
    expect(ready).toEqual(claims.map(({ userId }) => userId).reverse())
    expect(await Promise.all(left.map(async ({ id }) => (await storedOf(id)).status))).toEqual([
      'RUNNING',
      'QUEUED',
      'FAILED',
    ])
  })

  it('stays with another node that is claiming it', async () => {
    const { id, userId } = await requested({ created: at(-1) })
    const next = await requested()
    const other = await rows.database.pool.connect()
    try {
      await other.query('BEGIN')
      await other.query('SELECT 1 FROM data_export WHERE id = $1 FOR UPDATE', [id])
      const { job, ready } = createJob()
      await job.run()
      expect(ready).toEqual([next.userId])
      await other.query('COMMIT')
      await job.run()
      expect(ready).toEqual([next.userId, userId])
    } finally {
      other.release(true)
    }
  })

  it('returns to the queue when the node stops', async () => {
    const { id } = await requested()
    let stopped: Promise<void> = Promise.resolve()
    const { job, ready, failures } = createJob({
      onClaim: () => {
        stopped = job.stop()
      },
    })
    await job.run()
    await stopped
    expect(await storedOf(id)).toMatchObject({ status: 'QUEUED', progress: 0, claimed: null })
    expect([ready, failures]).toEqual([[], []])
    await job.run()
    expect(await storedOf(id)).toMatchObject({ status: 'QUEUED' })
  })

  it('stays with another node at once when that has taken it over', async () => {
    const { id, userId } = await requested()
    for (let count = 0; count < 2; count += 1) {
      const conversationId = await rows.conversation(userId, await rows.member())
      await rows.database.prisma.message.create({
        data: { id: uuidv7(), conversationId, senderId: userId, body: 'Hello', time: at() },
      })
    }
    const takenOver = at(1)
    const told: number[] = []
    const { job, ready, failures } = createJob({
      onProgress: (percent) => told.push(percent),
      onClaim: () => rows.database.prisma.dataExport.update({ where: { id }, data: { claimed: takenOver } }),
    })
    await job.run()
    expect(await storedOf(id)).toMatchObject({ status: 'RUNNING', claimed: takenOver })
    expect(told).toHaveLength(1)
    expect([ready, failures]).toEqual([[], []])
  })

  it('comes from the node that takes over at the end, and from no other', async () => {
    const { id } = await requested()
    const claimed = at(1)
    const { job, ready, failures } = createJob({
      onComplete: () => rows.database.prisma.dataExport.update({ where: { id }, data: { claimed } }),
    })
    await job.run()
    expect(await storedOf(id)).toMatchObject({ status: 'RUNNING', claimed })
    expect([ready, failures]).toEqual([[], []])
  })

  it.each([
    ['is renewed after half a minute without progress', MINUTE / 2, true],
    ['is not renewed before', MINUTE / 2 - 1, false],
  ])('holds a claim that %s', async (_, slowly, isRenewed) => {
    const { userId } = await requested()
    await rows.conversation(userId, await rows.member())
    const told: number[] = []
    const { job, ready } = createJob({
      onClaim: () => clock.advance(slowly),
      onProgress: (one) => told.push(one),
    })
    await job.run()
    expect(ready).toEqual([userId])
    expect(told[0] === 0).toBe(isRenewed)
  })

  it('reports a failure to the member and the operator, and the next export is written', async () => {
    const { id } = await requested({ created: at(-1) })
    const next = await requested()
    const broken = new Error('no connection')
    let calls = 0
    const { job, ready, failures } = createJob({
      onClaim: () => {
        calls += 1
        if (calls === 1) throw broken
      },
    })
    await job.run()
    expect(await storedOf(id)).toMatchObject({ status: 'FAILED', finished: at() })
    expect(await archiveOf(id)).toHaveLength(0)
    expect(failures).toEqual([broken])
    expect(ready).toEqual([next.userId])
  })

  // covers: beyond-export-fails-after-three-nodes
  it('fails after three nodes ended while they made it, with a line in the log', async () => {
    const { id } = await requested({ status: 'RUNNING', claimed: at(-2 * MINUTE), attempts: 3 })
    const again = await requested({ status: 'RUNNING', claimed: at(-2 * MINUTE), attempts: 2 })
    await rows.database.prisma.dataExportPart.create({
      data: { exportId: id, number: 0, bytes: new Uint8Array(1) },
    })
    const { job, ready, failures } = createJob()
    await job.run()
    expect(await storedOf(id)).toMatchObject({ status: 'FAILED', finished: at() })
    expect(await archiveOf(id)).toHaveLength(0)
    expect(failures).toEqual([new Error(`export ${id} failed: 3 nodes ended while they made it`)])
    expect(ready).toEqual([again.userId])
    expect((await storedOf(again.id)).attempts).toBe(3)
  })

  it('counts a node that stops in order as no attempt', async () => {
    const { id } = await requested()
    let stopped: Promise<void> = Promise.resolve()
    const { job } = createJob({
      onClaim: async () => {
        expect((await storedOf(id)).attempts).toBe(1)
        stopped = job.stop()
      },
    })
    await job.run()
    await stopped
    expect((await storedOf(id)).attempts).toBe(0)
  })

  it('replaces the parts that a dead node left behind', async () => {
    const { id } = await requested({ status: 'RUNNING', claimed: at(-2 * MINUTE), attempts: 1 })
    for (const number of [0, 7])
      await rows.database.prisma.dataExportPart.create({
        data: { exportId: id, number, bytes: new Uint8Array(3) },
      })
    await createJob().job.run()
    expect(Object.keys(unzipSync(await archiveOf(id)))).toContain('profile.json')
  })

  it('starts within five seconds, until the node stops', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { id } = await requested()
      const { job } = createJob()
      job.start()
      vi.advanceTimersByTime(4_999)
      expect((await storedOf(id)).status).toBe('QUEUED')
      vi.advanceTimersByTime(1)
      await job.run()
      expect((await storedOf(id)).status).toBe('READY')
      await job.stop()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
