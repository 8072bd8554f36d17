import { describe, expect, it } from 'vitest'
import type { Message } from '#schema/chat.ts'
import { merge } from '#web/state/chat/messages.ts'

const MESSAGE: Message = {
  id: '1',
  conversationId: 'c',
  message: 'Hello',
  time: '2026-11-20T09:05:00.000Z',
  senderId: 's',
  senderName: 'Sara',
  read: false,
  clearedBy: [],
  clientMessageId: null,
}
const SHOWN = [{ ...MESSAGE, state: 'sent' as const }]

describe('a message that arrives again', () => {
  it('leaves what is shown as it is', () => {
    expect(merge(SHOWN, [{ ...MESSAGE, clearedBy: [] }])).toBe(SHOWN)
  })

  it.each([{ message: 'Hello!' }, { senderName: 'Sarah' }, { read: true }, { clearedBy: ['s'] }])(
    'replaces what is shown when it has %o',
    (change) => {
      expect(merge(SHOWN, [{ ...MESSAGE, ...change }])).toEqual([{ ...SHOWN[0], ...change }])
    },
  )
})
