import { describe, expect, it } from 'vitest'
import { createChatView } from '#web/state/chat/chat-view.ts'
import { createOpenConversation } from '#web/state/chat/conversation.ts'
import { whileBoth } from '#web/state/chat/while-both.ts'
import { createStore } from '#web/state/store.ts'
import { OTHER_CHAT, setUp } from './chat-machine-kit.ts'
import { aConversation, aMessage, aUser, ME, PARTNER, pageOf } from './kit.ts'

describe('the chat view', () => {
  it('keeps the conversation when the chat is set aside', async () => {
    const { chat: machine, order } = await setUp()
    const { chat, view } = createChatView(machine)
    chat.open(aConversation())
    view.setAside()
    expect(view.getState().isSetAside).toBe(true)
    expect(chat.getState()).toMatchObject({ phase: 'matched' })
    expect(order()).not.toContain('resign')
  })

  it('brings a chat that is opened to the front, also the same one', async () => {
    const { chat: machine } = await setUp()
    const { chat, view } = createChatView(machine)
    for (const conversation of [aConversation(), aConversation({ id: OTHER_CHAT })]) {
      chat.open(conversation)
      view.setAside()
      const { begun } = view.getState()
      chat.open(conversation)
      expect(view.getState()).toEqual({ isSetAside: false, begun: begun + 1 })
    }
  })

  it('brings a search to the front, and keeps a chat aside until it ends', async () => {
    const { chat: machine, leave } = await setUp()
    const { chat, view } = createChatView(machine)
    await chat.findMatch()
    expect(view.getState().begun).toBe(1)
    chat.open(aConversation())
    view.setAside()
    leave(aConversation().id, PARTNER)
    expect(view.getState().isSetAside).toBe(true)
    chat.leave(aConversation().id)
    expect(view.getState().isSetAside).toBe(false)
    chat.stop()
  })

  // covers: 4.3-unread-count, design-unread-while-chat-off-screen
  it('leaves messages unread while the chat is not on screen', async () => {
    const { chat: machine, server, stream, toasts, memory, services } = await setUp()
    server.on('listMessages', () => ({ body: pageOf([]) }))
    const { view } = createChatView(machine)
    view.isOnScreen.setState(true)
    const open = createOpenConversation({
      api: services.api,
      stream,
      toasts,
      memory,
      me: aUser({ id: ME }),
      conversation: aConversation(),
      attention: whileBoth(createStore(true), view.isOnScreen),
      now: () => Date.now(),
      newKey: () => 'key',
    })
    await open.load()
    const reads = () => server.of('markRead').length
    await expect.poll(reads).toBe(1)
    view.isOnScreen.setState(false)
    stream.tell({ event: 'new_chat_message', data: aMessage(1) })
    expect(reads()).toBe(1)
    view.isOnScreen.setState(true)
    await expect.poll(reads).toBe(2)
    open[Symbol.dispose]()
  })
})
