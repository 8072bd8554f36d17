import { describe, expect, it } from 'vitest'
import type { Conversation } from '#schema/chat.ts'
import {
  type ConversationPages,
  flatten,
  mapConversations,
  withEnded,
  withMessage,
} from '#web/screens/shared/conversation-list.ts'
import { aConversation, aMessage, CHAT, ME, PARTNER } from './kit.ts'

const idOf = (n: number) => CHAT.replace(/c1$/, `d${n}`)
const numbered = (n: number, changes: Partial<Conversation> = {}) =>
  aConversation({ id: idOf(n), ...changes })
const listOf = (...pages: Conversation[][]): ConversationPages => ({
  pageParams: pages.map((_, index) => index),
  pages: pages.map((elements) => ({ elements, totalPages: pages.length, totalElements: 9, last: false })),
})
const ids = (data: ConversationPages | null) => (data ? flatten(data).map(({ id }) => id) : null)
const said = (n: number, changes = {}) =>
  aMessage(1, { conversationId: idOf(n), message: 'New words', ...changes })

describe('the conversation list', () => {
  it('shows a conversation once even if it moved to another page', () => {
    expect(ids(listOf([numbered(1), numbered(2)], [numbered(2), numbered(3)]))).toEqual([1, 2, 3].map(idOf))
  })

  it('moves the conversation of a new message from any page to the top', () => {
    const after = withMessage(listOf([numbered(1), numbered(2)], [numbered(3)]), said(3), null)
    expect(ids(after)).toEqual([3, 1, 2].map(idOf))
    expect(after && flatten(after)[0]).toMatchObject({ lastSentMessage: 'New words', unreadCount: 1 })
  })

  // covers: 4.3-unread-count
  it('counts a new message as unread, unless that conversation is open', () => {
    const list = listOf([numbered(1, { unreadCount: 2 })])
    expect(withMessage(list, said(1), null)?.pages[0]?.elements[0]?.unreadCount).toBe(3)
    expect(withMessage(list, said(1), idOf(1))?.pages[0]?.elements[0]?.unreadCount).toBe(2)
  })

  it('does not count the member’s own messages', () => {
    const after = withMessage(listOf([numbered(1)]), said(1, { senderId: ME }), null)
    expect(after?.pages[0]?.elements[0]).toMatchObject({ unreadCount: 0, lastSentMessage: 'New words' })
  })

  it('marks the conversation that a member has left, and no other', () => {
    const list = listOf([numbered(1)], [numbered(2)])
    const states = (data: ConversationPages) =>
      flatten(data).map((one) => [one.userActive, one.partnerActive])
    expect(states(withEnded(list, idOf(2), PARTNER))).toEqual([
      [true, true],
      [true, false],
    ])
    expect(states(withEnded(list, idOf(1), ME))).toEqual([
      [false, true],
      [true, true],
    ])
  })

  it('reports a conversation that it does not contain', () => {
    expect(withMessage(listOf([numbered(1)]), said(2), null)).toBeNull()
    expect(withMessage(listOf(), said(2), null)).toBeNull()
  })

  it('updates presence on every page', () => {
    const after = mapConversations(listOf([numbered(1)], [numbered(2)]), (one) => ({
      ...one,
      userOnline: false,
    }))
    expect(flatten(after).every(({ userOnline }) => !userOnline)).toBe(true)
  })
})
