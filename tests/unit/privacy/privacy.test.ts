import { describe, expect, it, vi } from 'vitest'
import { createPrivacy } from '#server/domains/privacy/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'
import { whileTimeStands } from '../../kit/while-time-stands.ts'

const rows = useStarted(openRows)

const ownerOf = (id: string) => ({
  member: { id, sessionKey: 'session' },
  password: 'Monsoon-2026',
  address: '192.0.2.1',
})

function open() {
  const clock = createTestClock()
  const platform = testPlatform({ database: rows.database, clock, rateLimitFactor: 1_000 })
  const closed: string[] = []
  platform.events.on('accountClosed', ({ userId }) => void closed.push(userId))
  const notify = vi.fn().mockResolvedValue(undefined)
  const privacy = createPrivacy(platform, {
    inbox: { notify },
    accounts: { confirmOwner: async () => undefined },
    signals: { signalDays: 90, mailboxHash: (email) => Buffer.from(email) },
  })
  return { privacy, notify, closed, clock }
}

describe("a member's export", () => {
  it('starts as soon as it is requested, and its member is notified of the download', async () => {
    const userId = await rows.member()
    const { privacy, notify } = open()
    const { id } = await privacy.requestExport(ownerOf(userId))
    await privacy.makeExports()
    expect(await privacy.exports(userId)).toMatchObject([{ id, status: 'READY', progress: 100 }])
    expect(notify.mock.calls).toEqual([
      [
        userId,
        {
          kind: 'export_ready',
          heading: 'Your data is ready',
          body: { english: expect.stringContaining('You can download your data'), values: { days: 7 } },
          path: '/privacy-centre',
        },
      ],
    ])
    expect((await privacy.download(ownerOf(userId), id)).size).toBeGreaterThan(0)
    await privacy[Symbol.asyncDispose]()
  })

  it('starts with its request, without waiting for the periodic run', async () => {
    const userId = await rows.member()
    const { privacy } = open()
    await privacy.requestExport(ownerOf(userId))
    await expect.poll(() => privacy.exports(userId)).toMatchObject([{ status: 'READY' }])
    await privacy[Symbol.asyncDispose]()
  })
})

describe('a node with privacy jobs', () => {
  it('sweeps at its start, looks for exports every five seconds, and stops both', async () => {
    const [asha, ben] = [await rows.member(), await rows.member()]
    const { prisma } = rows.database
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { privacy, closed, clock } = open()
      const [now, expires] = [new Date(clock.now()), new Date(clock.now() + 60_000)]
      await prisma.user.update({ where: { id: asha }, data: { closedAt: now } })
      const queued = { userId: ben, created: now, expires }
      await prisma.dataExport.create({ data: { id: crypto.randomUUID(), ...queued } })
      privacy.start()
      await whileTimeStands(() => closed, [asha])
      vi.advanceTimersByTime(5_000)
      await expect.poll(() => privacy.exports(ben)).toMatchObject([{ status: 'READY' }])
      await privacy[Symbol.asyncDispose]()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('can be stopped without having been started', async () => {
    await expect(open().privacy[Symbol.asyncDispose]()).resolves.toBeUndefined()
  })
})
