import { describe, expect, it } from 'vitest'
import { createChatSwitch } from '#web/state/chat/chat-switch.ts'
import { OTHER_CHAT, setUp } from './chat-machine-kit.ts'
import { aConversation, PARTNER } from './kit.ts'

const FIRST = aConversation()
const OTHER = aConversation({ id: OTHER_CHAT })

async function inChat({ keepsChats = false } = {}) {
  const { chat: machine, order, leave } = await setUp()
  const { chat, chatSwitch } = createChatSwitch(machine, () => keepsChats)
  chat.open(FIRST)
  const openId = () => {
    const state = chat.getState()
    return state.phase === 'matched' ? state.conversation.id : null
  }
  return { chat, chatSwitch, order, openId, leave }
}

describe('opening another chat', () => {
  // covers: beyond-asks-before-replacing-a-chat
  it('asks a member who could not return to the open chat, and changes nothing before the answer', async () => {
    const { chat, chatSwitch, openId, order } = await inChat()
    chat.open(OTHER)
    expect(chatSwitch.getState()).toEqual({ from: FIRST, to: 'Juniper' })
    chatSwitch.cancel()
    expect([chatSwitch.getState(), openId()]).toEqual([null, FIRST.id])
    expect(order()).not.toContain('resign')
  })

  // covers: beyond-asks-before-replacing-a-chat
  it('leaves the open chat on the server once it is confirmed', async () => {
    const { chat, chatSwitch, openId, order } = await inChat()
    chat.open(OTHER)
    chatSwitch.confirm()
    expect([chatSwitch.getState(), openId()]).toEqual([null, OTHER_CHAT])
    await expect.poll(order).toContain('resign')
  })

  it('leaves nothing that the partner has ended before the answer', async () => {
    const { chat, chatSwitch, openId, order, leave } = await inChat()
    chat.open(OTHER)
    leave(FIRST.id, PARTNER)
    chatSwitch.confirm()
    expect(openId()).toBe(OTHER_CHAT)
    expect(order()).not.toContain('resign')
  })

  it('opens nothing before the answer when the other chat needs a step first', async () => {
    const { chatSwitch, openId, order } = await inChat()
    const steps: string[] = []
    chatSwitch.before('Ben', () => void steps.push('accepted'))
    expect([chatSwitch.getState(), steps]).toEqual([{ from: FIRST, to: 'Ben' }, []])
    chatSwitch.cancel()
    chatSwitch.confirm()
    expect(steps).toEqual([])
    chatSwitch.before('Ben', () => void steps.push('accepted'))
    chatSwitch.confirm()
    expect([chatSwitch.getState(), steps, openId()]).toEqual([null, ['accepted'], FIRST.id])
    expect(order()).not.toContain('resign')
    chatSwitch.replace(OTHER)
    expect(openId()).toBe(OTHER_CHAT)
    await expect.poll(order).toContain('resign')
  })

  it('keeps a chat that waits for an answer, without a question', async () => {
    const { chat, chatSwitch, openId, order } = await inChat()
    chat.open({ ...FIRST, awaitsAnswer: true })
    chat.open(OTHER)
    expect([chatSwitch.getState(), openId()]).toEqual([null, OTHER_CHAT])
    expect(order()).not.toContain('resign')
  })

  it.each([
    ['the member keeps a list of chats', { keepsChats: true }, OTHER],
    ['it is the open one', {}, FIRST],
  ])('opens it at once if %s', async (_case, options, next) => {
    const { chat, chatSwitch, openId, order } = await inChat(options)
    chat.open(next)
    expect([chatSwitch.getState(), openId()]).toEqual([null, next.id])
    expect(order()).not.toContain('resign')
  })
})
