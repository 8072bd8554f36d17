import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { Conversation } from '#schema/chat.ts'
import type { Gender } from '#schema/enums.ts'
import { ChatHeader } from '#web/screens/chat/chat-header.tsx'
import { Composer } from '#web/screens/chat/composer.tsx'
import { MessageLog } from '#web/screens/chat/message-log.tsx'
import type { ConversationState } from '#web/state/chat/conversation-state.ts'
import { NO_RECEIPTS } from '#web/state/chat/receipts.ts'
import { partner } from '../web-state/conversation-kit.ts'
import { aConversation, aMessage, aUser, signedIn } from '../web-state/kit.ts'
import { drawMarkup, drawTexts, memberOf } from './draw.tsx'

const NOTHING = () => undefined
const stateOf = (changes: Partial<ConversationState> = {}): ConversationState => ({
  status: 'ready',
  messages: [],
  receipts: NO_RECEIPTS,
  hasMore: false,
  loadingOlder: false,
  partner: { ...partner, gender: 'Female', lookingFor: ['Friendship', 'Dating'] },
  partnerOnline: true,
  partnerTyping: false,
  connected: true,
  ...changes,
})

async function drawing() {
  const browser = await signedIn()
  return { ...browser, member: memberOf(browser) }
}

describe('the header of a chat', () => {
  const header = (state: ConversationState) =>
    createElement(ChatHeader, {
      conversation: aConversation(),
      partner: state.partner,
      isOnline: state.partnerOnline,
      isTyping: state.partnerTyping,
      isConnected: state.connected,
      partnerName: 'Juniper',
      speaks: 'Speaks: Hindi, English',
      isCommonOpen: false,
      onToggleCommon: NOTHING,
      openSidebar: NOTHING,
      onClear: NOTHING,
    })

  // covers: 2.5-chat-header
  it("shows the partner's name, gender, age, presence and looking-for, beside Clear and Report", async () => {
    const texts = await drawTexts(await drawing(), header(stateOf()))
    for (const text of [
      'Juniper',
      'Female',
      '27y',
      'Online',
      'Looking for: Friendship, Dating',
      'Speaks: Hindi, English',
      'Clear',
      'Report',
    ])
      expect(texts).toContain(text)
    expect(texts).not.toContain('is typing...')
  })

  // covers: 2.5-chat-header
  it('shows that the partner is typing', async () => {
    const texts = await drawTexts(await drawing(), header(stateOf({ partnerTyping: true })))
    expect(texts).toContain('is typing...')
  })

  // covers: 2.5-chat-header
  it('shows an icon for each gender, and another one while the gender is unknown', async () => {
    const iconFor = async (gender: Gender | null) => {
      const state = stateOf({ partner: gender && { ...partner, gender, lookingFor: [] } })
      const markup = await drawMarkup(await drawing(), header(state))
      return /<h1[^>]*>.*?<\/h1>(<svg.*?<\/svg>)/.exec(markup)?.[1]
    }
    const icons = [
      await iconFor('Male'),
      await iconFor('Female'),
      await iconFor('Transgender'),
      await iconFor(null),
    ]
    expect(icons.every((icon) => icon !== undefined)).toBe(true)
    expect(new Set(icons).size).toBe(4)
  })
})

describe('the messages of a chat', () => {
  const log = (state: ConversationState, isWaiting = false) =>
    createElement(MessageLog, {
      me: aUser(),
      partnerName: 'Juniper',
      ended: false,
      isWaiting,
      state,
      keptSince: null,
      onLoadOlder: NOTHING,
      acts: { retry: NOTHING, edit: NOTHING, discard: NOTHING },
      onReload: NOTHING,
      onAtLatest: NOTHING,
    })

  // covers: 2.5-load-more
  it('offer Load More while there are older ones', async () => {
    const messages = [{ ...aMessage(1), state: 'sent' as const }]
    const more = await drawTexts(await drawing(), log(stateOf({ messages, hasMore: true })))
    const all = await drawTexts(await drawing(), log(stateOf({ messages })))
    expect(more).toContain('Load More')
    expect(more).toContain('Message 1')
    expect(all).not.toContain('Load More')
  })

  it('tell when a first message arrives while the partner has not answered', async () => {
    const waiting = await drawTexts(await drawing(), log(stateOf(), true))
    expect(waiting).toContain('Write one message. It arrives when Juniper accepts.')
    expect(await drawTexts(await drawing(), log(stateOf()))).toContain(
      'Juniper is waiting for your first message.',
    )
  })

  // covers: 2.5-loading-spinner
  it('show a spinner while they load', async () => {
    const markup = await drawMarkup(await drawing(), log(stateOf({ status: 'loading' })))
    expect(markup).toContain('Loading messages')
  })
})

describe('the field for a message', () => {
  const composerOf = (conversation: Conversation, isFull = false) =>
    createElement(Composer, {
      conversation,
      partnerName: 'Juniper',
      returned: null,
      icebreakers: [],
      isFull,
      unconfirmed: null,
      onConfirm: NOTHING,
      onEdit: NOTHING,
      onSend: NOTHING,
      onTyped: NOTHING,
    })
  const composer = composerOf(aConversation())

  it('says what it waits for until the partner has answered', async () => {
    const waiting = aConversation({ awaitsAnswer: true })
    const textsOf = async (isFull: boolean) => drawTexts(await drawing(), composerOf(waiting, isFull))
    expect(await textsOf(false)).toContain('Waiting for Juniper to answer')
    expect(await textsOf(true)).toContain('Your message waits until they answer.')
  })

  // covers: 2.5-chat-footer
  it('shows its placeholder, Find Another, and a send button that is disabled while empty', async () => {
    const markup = await drawMarkup(await drawing(), composer)
    expect(markup).toContain('placeholder="Type your message..."')
    expect(markup).toContain('aria-label="Find Another"')
    expect(/<button[^>]*aria-label="Send"[^>]*>/.exec(markup)?.[0]).toContain('disabled')
  })
})
