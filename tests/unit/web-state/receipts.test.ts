import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deliveryOf } from '#web/state/chat/delivery-of.ts'
import { createReadMark } from '#web/state/chat/read-mark.ts'
import { createStore } from '#web/state/store.ts'
import { eventually } from '../../kit/eventually.ts'
import { mine, openWith, passing } from './conversation-kit.ts'
import { aConversation, aMessage, CHAT, ME, PARTNER, pageOf, type Reply, signedIn } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

const own = (n: number) => aMessage(n, { senderId: ME })

async function openAsSender() {
  const kit = await openWith([own(1), own(2)])
  const receipt = (n: number, read: boolean, more: object = {}) =>
    kit.stream.tell({
      event: 'message_receipt',
      data: { conversationId: CHAT, userId: PARTNER, read, through: own(n).id, ...more },
    })
  const states = () => {
    const { messages, receipts } = kit.open.getState()
    return messages.map((message) => deliveryOf(message, receipts))
  }
  return { ...kit, receipt, states }
}

describe('an open conversation', () => {
  it('marks every message up to a receipt as delivered or read', async () => {
    const { receipt, states } = await openAsSender()
    expect(states()).toEqual(['sent', 'sent'])
    receipt(1, true)
    receipt(2, false)
    expect(states()).toEqual(['read', 'delivered'])
    receipt(2, true)
    expect(states()).toEqual(['read', 'read'])
  })

  it('ignores receipts of other conversations and other members', async () => {
    const { receipt, states } = await openAsSender()
    receipt(2, true, { conversationId: aConversation().userId })
    receipt(2, true, { userId: ME })
    expect(states()).toEqual(['sent', 'sent'])
  })

  // covers: beyond-receipts
  it('keeps a receipt when the answer to its message arrives later', async () => {
    const { open, server, receipt, states } = await openAsSender()
    const answer = Promise.withResolvers<Reply>()
    server.on('sendMessage', () => answer.promise)
    const sent = open.send('Read before the answer')
    await passing(0)
    receipt(3, true)
    answer.resolve({ body: mine(3, 'key-1', 'Read before the answer') })
    await sent
    expect(states()).toEqual(['read', 'read', 'read'])
  })

  it('follows the server after a reload, and receipts that arrive during it', async () => {
    const { open, server, receipt, states, stored } = await openAsSender()
    receipt(2, true)
    // The member has hidden receipts since.
    await open.load()
    expect(states()).toEqual(['sent', 'sent'])
    const page = Promise.withResolvers<Reply>()
    server.on('listMessages', () => page.promise)
    const loading = open.load()
    await passing(0)
    receipt(1, true)
    page.resolve({ body: pageOf(stored) })
    await loading
    expect(states()).toEqual(['read', 'sent'])
  })
})

describe('createReadMark', () => {
  it('marks messages as received while the member does not look, and as read afterwards', async () => {
    const { services, server } = await signedIn()
    const attention = createStore(false)
    const { markRead } = createReadMark({ api: services.api, conversationId: CHAT, attention })
    const marks = () => [server.of('markDelivered').length, server.of('markRead').length]
    markRead()
    await eventually(() => expect(marks()).toEqual([1, 0]))
    await passing(0)
    attention.setState(true)
    await eventually(() => expect(marks()).toEqual([1, 1]))
  })
})
