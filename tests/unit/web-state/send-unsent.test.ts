import { describe, expect, it } from 'vitest'
import { TIMING } from '#schema/limits.ts'
import type { ShownMessage } from '#web/state/chat/messages.ts'
import type { KeptMessage } from '#web/state/unsent/unsent-records.ts'
import { sendUnsent } from '#web/worker/send-unsent.ts'
import { CHAT, ME, PARTNER } from './kit.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const OTHER_CHAT = '01999999-0000-7000-8000-0000000000c2'

function aMessage(text: string, changes: Partial<ShownMessage> = {}): KeptMessage {
  const conversationId = changes.conversationId ?? CHAT
  const message: ShownMessage = {
    id: `temp-${text}`,
    conversationId,
    message: text,
    time: new Date(NOW).toISOString(),
    senderId: ME,
    senderName: 'Anika',
    read: false,
    clearedBy: [],
    clientMessageId: text,
    state: 'waiting',
    ...changes,
  }
  return { id: message.id, userId: ME, conversationId, time: NOW, message }
}

/** Runs the worker's sending for these messages. `statuses` has the server's answers by the text, 200 for others. */
function setUp(messages: KeptMessage[], { member = ME, statuses = {} as Record<string, number> } = {}) {
  const sent: unknown[] = []
  const locked: string[] = []
  const announced: string[] = []
  let kept = messages
  const fetch = async (address: RequestInfo | URL, init?: RequestInit) => {
    if (address === '/api/session')
      return Response.json({ user: { id: member } }, { status: statuses.session ?? 200 })
    const body = JSON.parse(String(init?.body))
    const status = statuses[body.message] ?? 200
    if (status === 0) throw new TypeError('no network')
    sent.push(body)
    return Response.json({}, { status })
  }
  const run = () =>
    sendUnsent({
      database: {
        messages: async () => kept,
        async removeMessage(id) {
          kept = kept.filter((one) => one.id !== id)
        },
      },
      fetch,
      async whileAlone(id, send) {
        locked.push(id)
        await send()
      },
      announce: (userId) => void announced.push(userId),
      now: () => NOW,
    })
  const texts = (list: unknown[]) => list.map((one) => (one as { message: string }).message)
  return { run, sent, locked, announced, heard: () => texts(sent), left: () => kept.map(({ id }) => id) }
}

describe('the worker that sends what waits', () => {
  // covers: beyond-outbox-background
  it('sends each message once, in order, under its key, while no tab sends in the conversation', async () => {
    const worker = setUp([
      aMessage('first'),
      aMessage('elsewhere', { conversationId: OTHER_CHAT }),
      aMessage('second', { confirmed: true }),
    ])
    await worker.run()
    expect(worker.sent).toEqual([
      { conversationId: CHAT, message: 'first', clientMessageId: 'first' },
      { conversationId: CHAT, message: 'second', clientMessageId: 'second', confirmed: true },
      { conversationId: OTHER_CHAT, message: 'elsewhere', clientMessageId: 'elsewhere' },
    ])
    expect(worker.locked).toEqual([CHAT, OTHER_CHAT])
    expect(worker.announced).toEqual([ME, ME, ME])
    expect(worker.left()).toEqual([])
  })

  it('sends nothing in the session of another member, or without a session', async () => {
    for (const options of [{ member: PARTNER }, { statuses: { session: 401 } }]) {
      const worker = setUp([aMessage('mine')], options)
      await worker.run()
      expect([worker.heard(), worker.left()]).toEqual([[], ['temp-mine']])
    }
  })

  it('leaves a refused message to the app, with those behind it', async () => {
    const worker = setUp([aMessage('refused'), aMessage('behind')], { statuses: { refused: 409 } })
    await worker.run()
    expect([worker.heard(), worker.left()]).toEqual([['refused'], ['temp-refused', 'temp-behind']])
  })

  it('leaves a message that waited too long to the app, which asks its member', async () => {
    const time = new Date(NOW - TIMING.rematchAfter - 1).toISOString()
    const worker = setUp([aMessage('late', { time }), aMessage('behind')])
    await worker.run()
    expect(worker.heard()).toEqual([])
  })

  it.each([
    ['there is no network', 0],
    ['the server fails', 503],
    ['the server asks for time', 429],
  ])('rejects, for another try later, when %s', async (_, status) => {
    const worker = setUp([aMessage('first'), aMessage('second')], { statuses: { second: status } })
    await expect(worker.run()).rejects.toThrow()
    expect(worker.left()).toEqual(['temp-second'])
  })
})
