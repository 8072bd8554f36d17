import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { passing, setUp } from './chat-machine-kit.ts'
import { aConversation, CHAT, lostConnection } from './kit.ts'

const OPENED = '2026-11-20T12:00:00.000Z'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('leaving without a connection', () => {
  // covers: beyond-late-leaving
  it('sends when the chat was opened with each attempt to leave it, and not with the withdrawal of a knock', async () => {
    const { chat, server } = await setUp()
    server.on('resign', lostConnection())
    chat.open(aConversation({ openedAt: OPENED }))
    chat.findAnother()
    await passing(1_000)
    const query = { resetPartner: 'true', openedAt: OPENED }
    expect(server.of('resign')).toMatchObject([{ query }, { query }])
    expect(chat.unfinishedResignations()).toEqual([{ id: CHAT, openedAt: OPENED }])

    const waiting = await setUp()
    waiting.chat.open(aConversation({ openedAt: OPENED, awaitsAnswer: true }))
    waiting.chat.findAnother()
    await passing(0)
    expect(waiting.server.of('resign')[0]?.query).toEqual({ resetPartner: 'true' })
  })

  // covers: beyond-late-leaving
  it('accepts a match with the same partner that is newer than the chat whose resignation is pending', async () => {
    const { chat, server, stream } = await setUp()
    server.on('resign', lostConnection())
    chat.open(aConversation({ openedAt: OPENED }))
    chat.findAnother()
    await passing(0)
    stream.tell({ event: 'match_found', data: aConversation({ openedAt: OPENED }) })
    expect(chat.getState()).toMatchObject({ phase: 'searching' })
    const conversation = aConversation({ openedAt: '2026-11-20T12:30:00.000Z' })
    stream.tell({ event: 'match_found', data: conversation })
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation })
  })
})
