import { describe, expect, it } from 'vitest'
import {
  hasPartnerLeft,
  isOpen,
  NOTHING_TO_SEND_TO,
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
  ])('with this side active: %s and the other: %s is open: %s, left: %s', (own, other, open, left) => {
    const conversation = aConversation({ userActive: own, partnerActive: other })
    expect([isOpen(conversation), hasPartnerLeft(conversation)]).toEqual([open, left])
  })

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

  it('counts as connected unless it is told otherwise', () => {
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
  ])('in a conversation with %j, on a page of %j, is %s', (partnerDisplayName, known, shown) => {
    expect(partnerName(aConversation({ partnerDisplayName }), known)).toBe(shown)
  })
})

describe('a message without a conversation', () => {
  it('is told of as spec §8 says', () => {
    expect(NOTHING_TO_SEND_TO).toEqual({
      title: 'Cannot send message',
      description: 'No active conversation',
      variant: 'destructive',
    })
  })
})
