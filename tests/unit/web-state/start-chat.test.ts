import { describe, expect, it } from 'vitest'
import { createStartChat } from '#web/state/chat/start-chat.ts'
import {
  aConversation,
  aUser,
  type Browser,
  lostConnection,
  PARTNER,
  refusal,
  sessionOf,
  signedIn,
} from './kit.ts'

const JUNIPER = { id: PARTNER, displayName: 'Juniper' }

function setUp({ services }: Browser) {
  const opened: string[] = []
  const startChat = createStartChat({
    api: services.api,
    session: services.session,
    toasts: services.toasts,
    chat: { open: ({ id }) => void opened.push(id) },
  })
  return { startChat, opened, toast: () => services.toasts.getState() }
}

describe('starting a chat from a list', () => {
  // covers: 4.5-starting-a-chat, 8.4-chat-started
  it('makes the conversation current, marks it as read and names the partner', async () => {
    const browser = await signedIn()
    const { startChat, opened, toast } = setUp(browser)
    browser.server.on('startConversation', { body: aConversation() })
    expect(await startChat(JUNIPER)).toEqual(aConversation())
    expect(opened).toEqual([aConversation().id])
    expect(browser.server.of('startConversation')[0]?.body).toEqual({ secondUser: PARTNER })
    await expect.poll(() => browser.server.of('markRead')).toHaveLength(1)
    expect(toast()).toMatchObject({
      title: 'Chat started',
      description: 'You are now chatting with Juniper.',
    })
  })

  it('does not say that a chat has started while it waits for an answer', async () => {
    const browser = await signedIn()
    const { startChat, opened, toast } = setUp(browser)
    browser.server.on('startConversation', { body: aConversation({ awaitsAnswer: true }) })
    expect(await startChat(JUNIPER)).toMatchObject({ awaitsAnswer: true })
    expect([opened, toast()]).toEqual([[aConversation().id], null])
  })

  it('shows when the member may ask again as news, not as an error', async () => {
    const browser = await signedIn()
    const { startChat, toast } = setUp(browser)
    const description = 'You can invite the same person once a day. Try again in 3 hours.'
    browser.server.on('startConversation', refusal(403, 'KNOCK_TOO_SOON', description))
    expect(await startChat(JUNIPER)).toBeNull()
    expect(toast()).toMatchObject({ title: 'Not yet', description, variant: 'default' })
  })

  // covers: 8.2-mark-read-failures
  it('shows nothing about a failed read mark', async () => {
    const browser = await signedIn()
    const { startChat, toast } = setUp(browser)
    browser.server.on('startConversation', { body: aConversation() })
    browser.server.on('markRead', refusal(500, 'INTERNAL'))
    expect(await startChat(JUNIPER)).not.toBeNull()
    expect(toast()).toMatchObject({ title: 'Chat started' })
  })

  // covers: 8.2-start-chat-failed
  it.each([
    [
      'an answer that is no conversation',
      { body: { id: 7 } },
      ['Error starting chat', 'Received invalid data from server. Please try again.'],
    ],
    [
      'a refusal',
      refusal(404, 'NOT_FOUND', 'You cannot chat with this person right now.'),
      ['Failed to start chat', 'You cannot chat with this person right now.'],
    ],
    [
      'no connection',
      lostConnection(),
      ['Failed to start chat', 'There was a problem connecting with this user. Please try again.'],
    ],
  ] as const)('reports %s', async (_what, reply, [title, description]) => {
    const browser = await signedIn()
    const { startChat, opened, toast } = setUp(browser)
    browser.server.on('startConversation', reply)
    expect(await startChat(JUNIPER)).toBeNull()
    expect(opened).toEqual([])
    expect(toast()).toMatchObject({ title, description, variant: 'destructive' })
  })

  // covers: 8.2-create-conversation-failed
  it('reports missing data without a request', async () => {
    const browser = await signedIn()
    const { startChat, toast } = setUp(browser)
    expect(await startChat({ id: '', displayName: 'Nobody' })).toBeNull()
    expect(browser.server.of('startConversation')).toHaveLength(0)
    expect(toast()).toMatchObject({
      title: 'Error creating conversation',
      description: 'Could not start conversation due to missing data. Please try again.',
    })
  })

  // covers: 5-chat-from-a-list-needs-verified-email
  it('asks an unverified member to verify, unless a refresh shows that they did', async () => {
    const browser = await signedIn({ emailVerified: false })
    const { startChat, toast } = setUp(browser)
    expect(await startChat(JUNIPER)).toBeNull()
    expect(toast()).toMatchObject({
      title: 'Email verification required',
      description:
        'Please verify your email address before starting chats. Check your inbox for the verification link.',
    })
    browser.server.on('getSession', sessionOf(aUser({ emailVerified: true })))
    browser.server.on('startConversation', { body: aConversation() })
    expect(await startChat(JUNIPER)).not.toBeNull()
  })
})
