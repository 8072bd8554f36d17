import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventLog, Live } from '#server/domains/live/index.ts'
import { EVENT_LOGS, type Opened, startServersOf } from '../../kit/live-stores.ts'
import { createTestLive } from '../../kit/test-live.ts'

const ANN = '01900000-0000-7000-8000-000000000001'
const BEN = '01900000-0000-7000-8000-000000000002'

describe.each(EVENT_LOGS)('streams on the $name log', ({ open, ...needs }) => {
  startServersOf(needs)
  let opened: Opened<EventLog> | null
  let live: Live
  beforeEach(async (context) => {
    opened = await open()
    if (!opened) return context.skip('redis-server is not installed')
    live = createTestLive({ log: await opened.node() })
  })
  afterEach(() => opened?.close())

  async function stream(userId: string, sessionKey: string) {
    const seen = { frames: [] as string[], closed: false }
    await live.connect(
      userId,
      { after: null, sessionKey },
      {
        send: (frame) => void seen.frames.push(frame),
        close: () => {
          seen.closed = true
        },
      },
    )
    return seen
  }
  const isEnded = ({ frames, closed }: { frames: string[]; closed: boolean }) =>
    closed && (frames.at(-1)?.includes('event: session_ended') ?? false)

  it('end with their session, and those of other devices and members stay', async () => {
    const [phone, tab, laptop] = [
      await stream(ANN, 'phone'),
      await stream(ANN, 'phone'),
      await stream(ANN, 'laptop'),
    ]
    const other = await stream(BEN, 'phone')
    await live.endSessions(ANN, ['phone', 'an ended one'])
    await expect.poll(() => [phone, tab].every(isEnded)).toBe(true)
    expect([laptop, other].some(({ closed }) => closed)).toBe(false)
    expect(live.openSessions()).toEqual([
      { userId: ANN, sessionKey: 'laptop' },
      { userId: BEN, sessionKey: 'phone' },
    ])
    await live.publish([ANN], { event: 'USER_ONLINE', data: { userId: BEN } })
    await expect.poll(() => laptop.frames.at(-1)).toContain('USER_ONLINE')
    expect(phone.frames.at(-1)).toContain('session_ended')
  })

  it('end together when their member loses access', async () => {
    const [phone, laptop, other] = [
      await stream(ANN, 'phone'),
      await stream(ANN, 'laptop'),
      await stream(BEN, 'phone'),
    ]
    await live.endPerson(ANN)
    await expect.poll(() => [phone, laptop].every(isEnded)).toBe(true)
    expect(other.closed).toBe(false)
  })
})
