import { describe, expect, it } from 'vitest'
import {
  hasPartnerLeft,
  isOpen,
  mayStillKeep,
  nothingToSendTo,
  partnerName,
  partnerPresence,
} from '#web/state/chat/about-conversation.ts'
import { aConversation } from './kit.ts'

describe('a conversation', () => {
  it.each([
    [true, true, true, false],
    [true, false, false, true],
    [false, true, false, false],
    [false, false, false, false],
  ])(
    'counts, with the member active: %s and the partner: %s, as open: %s, left: %s',
    (own, other, open, left) => {
      const conversation = aConversation({ userActive: own, partnerActive: other })
      expect([isOpen(conversation), hasPartnerLeft(conversation)]).toEqual([open, left])
    },
  )

  it.each([
    ['Online', true, true, true],
    ['Away', true, false, true],
    ['Reconnecting…', true, true, false],
    ['Reconnecting…', true, false, false],
    ['Online', false, true, true],
    ['Offline', false, false, true],
    ['Offline', false, true, false],
  ])('shows %s (open: %s, online: %s, connected: %s)', (shown, open, isOnline, isConnected) => {
    expect(partnerPresence(aConversation({ partnerActive: open }), isOnline, isConnected)).toBe(shown)
  })

  it('counts as connected by default', () => {
    expect(partnerPresence(aConversation(), false)).toBe('Away')
  })
})

describe('the name of the partner', () => {
  it.each([
    ['Juniper', undefined, 'Juniper'],
    ['Juniper', ' Jun ', 'Jun'],
    [' Juniper ', undefined, 'Juniper'],
    ['Juniper', ' ', 'Anonymous'],
    ['', undefined, 'Anonymous'],
    ['Anika', undefined, 'Anonymous'],
    [' Anika', undefined, 'Anonymous'],
    ['Juniper', 'Anika', 'Anonymous'],
  ])('turns %j in the conversation and %j in the profile into %s', (partnerDisplayName, known, shown) => {
    expect(partnerName(aConversation({ partnerDisplayName }), known)).toBe(shown)
  })
})

describe('a message without a conversation', () => {
  it('shows the toast of spec §8', () => {
    expect(nothingToSendTo()).toEqual({
      title: 'Cannot send message',
      description: 'No active conversation',
      variant: 'destructive',
    })
  })
})

describe('the question after a chat whether to keep in touch', () => {
  const NOW = Date.parse('2026-05-02T12:00:00Z')
  const ended = { userActive: false, partnerActive: false, keep: 'NO' } as const

  // covers: beyond-keep-toggle
  it.each([
    ['within a day of its last message', { lastMessageTime: '2026-05-01T12:00:01Z' }, true],
    ['a day after it', { lastMessageTime: '2026-05-01T12:00:00Z' }, false],
    ['without a message', { lastMessageTime: null }, false],
    ['without a message, after the partner left', { lastMessageTime: null, userActive: true }, true],
    ['while it is open', { lastMessageTime: null, userActive: true, partnerActive: true }, false],
    ['when both asked', { lastMessageTime: '2026-05-02T11:00:00Z', keep: 'KEPT' }, false],
  ] as const)('appears %s, or does not (%#)', (_, state, isOffered) => {
    expect(mayStillKeep(aConversation({ ...ended, ...state }), NOW)).toBe(isOffered)
  })

  it('does not appear where the server does not know it', () => {
    const { keep: _, ...earlier } = aConversation({ ...ended, lastMessageTime: '2026-05-02T11:00:00Z' })
    expect(mayStillKeep(earlier, NOW)).toBe(false)
  })
})
