import { describe, expect, it } from 'vitest'
import type { Conversation, OpenedConversation } from '#schema/chat.ts'
import type { ChatState } from '#web/state/chat/chat-state.ts'
import { createInvitations } from '#web/state/chat/invitations.ts'
import { createStore } from '#web/state/store.ts'
import { createToastStore } from '#web/state/toasts.ts'
import { aConversation, aMessage, CHAT, createTestStream, ME, PARTNER, refusal, signedIn } from './kit.ts'

async function setUp(
  initial: ChatState = { phase: 'idle' },
  elsewhere: { id: string | null } = { id: null },
) {
  const { services, server } = await signedIn()
  server.on('currentConversation', { body: aConversation() })
  const stream = createTestStream()
  const toasts = createToastStore()
  const chatState = createStore<ChatState>(initial)
  const open = (conversation: Conversation) =>
    chatState.setState({ phase: 'matched', conversation, isNewMatch: false })
  const notified: string[] = []
  const invitations = createInvitations({
    api: services.api,
    userId: ME,
    stream,
    toasts,
    chat: { ...chatState, open },
    memory: { recall: () => elsewhere.id },
    notify: ({ title, body }) => void notified.push(`${title} ${body}`),
  })
  const invite = (conversation: OpenedConversation = aConversation()) =>
    stream.tell({ event: 'match_found', data: conversation })
  return { stream, toasts, chatState, invitations, invite, server, notified }
}

describe('an invitation', () => {
  // covers: design-notified-when-not-looking
  it('stays until it is accepted, and opens the chat', async () => {
    const { invitations, invite, toasts, chatState } = await setUp()
    invite()
    expect(invitations.getState()).toEqual(aConversation())
    expect(toasts.getState()).toMatchObject({ title: 'Your chat with Juniper is open' })
    invitations.accept()
    expect(chatState.getState()).toMatchObject({ phase: 'matched', conversation: { id: CHAT } })
    expect(invitations.getState()).toBeNull()
  })

  // covers: beyond-invitation-toast
  it('shows a button in its toast, which opens the chat', async () => {
    const { invite, toasts, chatState } = await setUp()
    invite()
    expect(toasts.getState()?.action?.label).toBe('Open chat')
    toasts.getState()?.action?.run()
    expect(chatState.getState()).toMatchObject({ phase: 'matched', conversation: { id: CHAT } })
  })

  // covers: beyond-invitation-toast
  it('ignores a match that another tab of this browser has found', async () => {
    const { invitations, invite, toasts } = await setUp({ phase: 'idle' }, { id: CHAT })
    invite()
    expect([invitations.getState(), toasts.getState()]).toEqual([null, null])
  })

  // covers: beyond-chat-from-own-search
  it('becomes a quiet offer when the own search opened the chat on another device', async () => {
    const { invitations, invite, toasts, stream } = await setUp()
    invite({ ...aConversation(), startedByMe: true })
    expect(invitations.getState()).toEqual({ ...aConversation(), startedByMe: true })
    stream.tell({ event: 'new_chat_message', data: aMessage(1) })
    expect(toasts.getState()).toBeNull()
    const data = { conversationId: CHAT, userId: PARTNER, reason: 'resigned' as const }
    stream.tell({ event: 'conversation_disconnected', data })
    expect(invitations.getState()).toBeNull()
    invite()
    expect(toasts.getState()).toMatchObject({ title: 'Your chat with Juniper is open' })
  })

  it('becomes a quiet offer when the member answers on another device', async () => {
    const { invitations, invite, stream } = await setUp()
    invite()
    stream.tell({ event: 'new_chat_message', data: aMessage(1, { senderId: ME }) })
    expect(invitations.getState()).toEqual({ ...aConversation(), startedByMe: true })
  })

  it('stays when the own search opens another chat on another device', async () => {
    const { invitations, invite } = await setUp()
    invite()
    invite({ ...aConversation({ id: CHAT.replace('c1', 'c2') }), startedByMe: true })
    expect(invitations.getState()).toEqual(aConversation())
  })

  it('ends when another tab opens the chat', async () => {
    const elsewhere: { id: string | null } = { id: null }
    const { invitations, invite } = await setUp({ phase: 'idle' }, elsewhere)
    invite()
    invitations.recheck()
    expect(invitations.getState()).not.toBeNull()
    elsewhere.id = CHAT
    invitations.recheck()
    expect(invitations.getState()).toBeNull()
  })

  it('appears once for messages in a conversation that is not on screen', async () => {
    const { invitations, stream, toasts } = await setUp()
    stream.tell({ event: 'new_chat_message', data: aMessage(1) })
    await expect.poll(() => invitations.getState()).toEqual(aConversation())
    const told = toasts.getState()?.id
    stream.tell({ event: 'new_chat_message', data: aMessage(2) })
    expect(toasts.getState()?.id).toBe(told)
  })

  it('does not appear for the member’s own message from another tab', async () => {
    const { invitations, stream } = await setUp()
    stream.tell({ event: 'new_chat_message', data: aMessage(1, { senderId: ME }) })
    expect(invitations.getState()).toBeNull()
  })

  it('can be dismissed', async () => {
    const { invitations, invite, chatState } = await setUp()
    invite()
    invitations.dismiss()
    expect(invitations.getState()).toBeNull()
    expect(chatState.getState()).toEqual({ phase: 'idle' })
  })

  it('does not appear during a search, or for the current chat', async () => {
    const searching = await setUp({
      phase: 'searching',
      since: 0,
      hint: false,
      searchId: 'search-1',
      kind: {},
    })
    searching.invite()
    expect(searching.invitations.getState()).toBeNull()
    const talking = await setUp({ phase: 'matched', conversation: aConversation(), isNewMatch: false })
    talking.invite()
    expect(talking.invitations.getState()).toBeNull()
  })

  it('appears during a search and in another chat when the partner has accepted, and leaves both as they are', async () => {
    const search = { phase: 'searching', since: 0, hint: false, searchId: 'search-1', kind: {} } as const
    const other = aConversation({ id: CHAT.replace('c1', 'c2') })
    for (const before of [search, { phase: 'matched', conversation: other, isNewMatch: false } as const]) {
      const { chatState, invitations, invite, toasts, notified } = await setUp(before)
      invite({ ...aConversation(), startedByMe: false })
      expect(chatState.getState()).toBe(before)
      expect(invitations.getState()?.id).toBe(CHAT)
      expect(toasts.getState()).toMatchObject({ title: 'Your chat with Juniper is open' })
      expect(notified).toEqual(['Your chat with Juniper is open They are ready to talk.'])
    }
  })

  it('does not appear for a conversation that waits for an answer', async () => {
    const { invitations, invite } = await setUp()
    invite(aConversation({ awaitsAnswer: true }))
    expect(invitations.getState()).toBeNull()
  })

  // covers: beyond-no-invitation-in-open-chat
  it('does not appear for a message in an open chat while an older one is on screen', async () => {
    const { invitations, stream, chatState, server } = await setUp({
      phase: 'matched',
      conversation: aConversation(),
      isNewMatch: false,
    })
    const older = aConversation({ id: CHAT.replace('c1', 'c2'), userActive: false, partnerActive: false })
    chatState.setState({ phase: 'matched', conversation: older, isNewMatch: false })
    stream.tell({ event: 'new_chat_message', data: aMessage(1) })
    // A stranger's message does create an invitation. By then the first message would have created one as well.
    const third = CHAT.replace('c1', 'c3')
    server.on('currentConversation', ({ params }) => ({ body: aConversation({ id: params[0] ?? '' }) }))
    stream.tell({ event: 'new_chat_message', data: aMessage(2, { conversationId: third }) })
    await expect.poll(() => invitations.getState()?.id).toBe(third)
    expect(server.of('currentConversation')).toHaveLength(1)
  })

  it('appears for a message in a chat that ended and was reopened', async () => {
    const { invitations, stream, chatState } = await setUp({
      phase: 'matched',
      conversation: aConversation(),
      isNewMatch: false,
    })
    const data = { conversationId: CHAT, userId: PARTNER, reason: 'resigned' as const }
    stream.tell({ event: 'conversation_disconnected', data })
    chatState.setState({ phase: 'idle' })
    stream.tell({ event: 'new_chat_message', data: aMessage(1) })
    await expect.poll(() => invitations.getState()).toEqual(aConversation())
  })

  it('disappears when the partner has left', async () => {
    const { invitations, invite, stream } = await setUp()
    invite()
    const data = { conversationId: CHAT, userId: PARTNER, reason: 'resigned' as const }
    stream.tell({ event: 'conversation_disconnected', data })
    expect(invitations.getState()).toBeNull()
  })

  it('disappears when the chat was opened another way', async () => {
    const { invitations, invite, chatState } = await setUp()
    invite()
    chatState.setState({ phase: 'matched', conversation: aConversation(), isNewMatch: false })
    expect(invitations.getState()).toBeNull()
  })

  it('appears once when it arrives twice, and stays when another chat ends', async () => {
    const { invitations, invite, toasts, stream } = await setUp()
    invite()
    const told = toasts.getState()?.id
    invite()
    expect(toasts.getState()?.id).toBe(told)
    const data = { conversationId: CHAT.replace('c1', 'c2'), userId: PARTNER, reason: 'resigned' as const }
    stream.tell({ event: 'conversation_disconnected', data })
    expect(invitations.getState()).toEqual(aConversation())
  })

  it('stays when another chat was opened; accepting without an invitation does nothing', async () => {
    const { invitations, invite, chatState } = await setUp()
    invitations.accept()
    expect(chatState.getState()).toEqual({ phase: 'idle' })
    invite()
    const other = aConversation({ id: CHAT.replace('c1', 'c2') })
    chatState.setState({ phase: 'matched', conversation: other, isNewMatch: false })
    expect(invitations.getState()).toEqual(aConversation())
  })

  it('does not appear when the conversation no longer exists', async () => {
    const { invitations, stream, server, toasts } = await setUp()
    server.on('currentConversation', refusal(404, 'NOT_FOUND'))
    stream.tell({ event: 'new_chat_message', data: aMessage(1) })
    await expect.poll(() => server.of('currentConversation')).toHaveLength(1)
    expect([invitations.getState(), toasts.getState()]).toEqual([null, null])
  })

  it('does not appear for a message in a joined chat that another chat replaced', async () => {
    const { invitations, stream, chatState, server } = await setUp()
    chatState.setState({ phase: 'matched', conversation: aConversation(), isNewMatch: false })
    const other = aConversation({ id: CHAT.replace('c1', 'c2') })
    chatState.setState({ phase: 'matched', conversation: other, isNewMatch: false })
    stream.tell({ event: 'new_chat_message', data: aMessage(1) })
    expect(invitations.getState()).toBeNull()
    stream.tell({
      event: 'new_chat_message',
      data: aMessage(2, { conversationId: CHAT.replace('c1', 'c3') }),
    })
    await expect.poll(() => server.of('currentConversation').length).toBe(1)
  })

  it('sends no request for own messages or further messages of the same chat', async () => {
    const { invitations, stream, server } = await setUp()
    stream.tell({ event: 'new_chat_message', data: aMessage(1, { senderId: ME }) })
    stream.tell({ event: 'new_chat_message', data: aMessage(2) })
    await expect.poll(() => invitations.getState()).toEqual({ ...aConversation(), startedByMe: true })
    stream.tell({ event: 'new_chat_message', data: aMessage(3) })
    stream.tell({
      event: 'new_chat_message',
      data: aMessage(4, { conversationId: CHAT.replace('c1', 'c3') }),
    })
    await expect.poll(() => server.of('currentConversation').length).toBe(2)
  })
})
