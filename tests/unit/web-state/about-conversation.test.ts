import { describe, expect, it } from 'vitest'
import {
  hasPartnerLeft,
  isOpen,
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
