import { describe, expect, it } from 'vitest'
import { isSamePart, partsOf } from '#web/screens/chat/message-rows.ts'
import type { ShownMessage } from '#web/state/chat/messages.ts'
import { NO_RECEIPTS } from '#web/state/chat/receipts.ts'
import { aMessage, ME, PARTNER } from '../web-state/kit.ts'

const MINUTE = 60_000
const NOON = new Date(2026, 10, 20, 12).getTime()
const said = (n: number, minutes: number, more: Partial<ShownMessage> = {}): ShownMessage => ({
  ...aMessage(n),
  state: 'sent',
  time: new Date(NOON + minutes * MINUTE).toISOString(),
  ...more,
})
const view = { today: new Date(), ownId: ME, receipts: NO_RECEIPTS, keptSince: null }
const rowsOf = (messages: ShownMessage[], receipts = NO_RECEIPTS) =>
  partsOf(messages, { ...view, receipts }).flatMap(({ rows }) => rows)
const runsOf = (messages: ShownMessage[]) => rowsOf(messages).map(({ first, last }) => [first, last])
const SINGLE = [true, true]

describe('the rows of a conversation', () => {
  // covers: beyond-message-times
  it('form a run for one sender until a pause of over an hour, whose end has a time', () => {
    const messages = [
      said(1, 0),
      said(2, 4),
      said(3, 64),
      said(4, 64, { senderId: ME }),
      said(5, 125, { senderId: ME }),
    ]
    expect(runsOf(messages)).toEqual([[true, false], [false, false], [false, true], SINGLE, SINGLE])
    const pauses = rowsOf(messages).map(({ pause }) => pause?.replace('\u202f', ' ') ?? null)
    expect(pauses).toEqual([null, null, null, null, '2:05 PM'])
  })

  it('show no time of a pause on a new day', () => {
    const [, next] = rowsOf([said(1, 0), said(2, 24 * 60)])
    expect(next).toMatchObject({ pause: null, first: true })
    expect(next?.day).not.toBeNull()
  })

  // covers: beyond-receipts
  it('show how far the member’s latest messages have come, each state once', () => {
    const own = { senderId: ME }
    const messages = [
      said(1, 0, { ...own, read: true }),
      said(2, 0, { ...own, read: true }),
      said(3, 0),
      said(4, 0, { ...own, delivered: true }),
      said(5, 0, own),
      said(6, 0, { ...own, state: 'sending' }),
    ]
    const shown = (receipts = NO_RECEIPTS) => rowsOf(messages, receipts).map(({ delivery }) => delivery)
    expect(shown()).toEqual([null, 'read', null, 'delivered', 'sent', null])
    const [id = '', last = ''] = [messages[3]?.id, messages[4]?.id]
    expect(shown({ delivered: last, read: id })).toEqual([null, null, null, 'read', 'delivered', null])
    expect(shown({ delivered: '', read: last })).toEqual([null, null, null, null, 'read', null])
  })

  it('end a run at midnight and after a message that was not sent', () => {
    const night = 12 * 60 - 1
    expect(runsOf([said(1, night), said(2, night + 2)])).toEqual([SINGLE, SINGLE])
    expect(runsOf([said(1, 0, { state: 'failed' }), said(2, 1)])).toEqual([SINGLE, SINGLE])
  })

  it('show the day above the first message of each day', () => {
    const day = 24 * 60
    const days = rowsOf([said(1, 0), said(2, 1), said(3, day), said(4, 2 * day)]).map(
      (row) => row.day !== null,
    )
    expect(days).toEqual([true, false, true, true])
  })

  it('use the key of the sender, so the server’s copy replaces an unsent message in place', () => {
    const [unsent] = rowsOf([said(1, 0, { id: 'temp-key-1', clientMessageId: 'key-1', state: 'sending' })])
    const [sent] = rowsOf([said(1, 0, { clientMessageId: 'key-1' })])
    expect(unsent?.key).toBe('key-1')
    expect(sent?.key).toBe('key-1')
  })
})

describe('the parts of a conversation', () => {
  const many = Array.from({ length: 600 }, (_, index) =>
    said(index + 1, index * 3, { senderId: index % 4 < 2 ? ME : PARTNER }),
  )

  it('hold each message once and in order, and are many', () => {
    expect(rowsOf(many).map(({ message }) => message)).toEqual(many)
    expect(partsOf(many, view).length).toBeGreaterThan(8)
  })

  // covers: beyond-long-conversation
  it('stay the same when messages come above and below, except at the edges', () => {
    const before = partsOf(many.slice(100, 500), view)
    const after = new Map(partsOf(many, view).map((part) => [part.key, part.rows]))
    const changed = before.slice(1, -1).filter(({ key, rows }) => !isSamePart(rows, after.get(key) ?? []))
    expect(before.length).toBeGreaterThan(5)
    expect(changed).toEqual([])
  })

  it('differ when a message, its day, pause, delivery or run differs', () => {
    const [row] = rowsOf([said(1, 0)])
    if (!row) throw new Error('no row')
    expect(isSamePart([row], [{ ...row }])).toBe(true)
    expect(isSamePart([row], [{ ...row, message: { ...row.message } }])).toBe(false)
    expect(isSamePart([row], [{ ...row, day: null }])).toBe(false)
    expect(isSamePart([row], [{ ...row, pause: '9:05 PM' }])).toBe(false)
    expect(isSamePart([row], [{ ...row, delivery: 'read' }])).toBe(false)
    expect(isSamePart([row], [{ ...row, first: false }])).toBe(false)
    expect(isSamePart([row], [{ ...row, last: false }])).toBe(false)
    expect(isSamePart([row], [])).toBe(false)
  })
})

describe('the line of two who keep in touch', () => {
  const talk = [said(1, 0), said(2, 10), said(3, 20)]
  const marked = (keptSince: string | null) =>
    partsOf(talk, { ...view, keptSince })
      .flatMap(({ rows }) => rows)
      .map(({ isFirstKept }) => isFirstKept)
  const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString()

  // covers: beyond-keep-toggle
  it('stands above the first message after both had asked', () => {
    expect(marked(at(5))).toEqual([false, true, false])
    expect(marked(at(10))).toEqual([false, false, true])
  })

  it('stands above no message that is not the first after it, and for no one else', () => {
    expect(marked(at(-5))).toEqual([false, false, false])
    expect(marked(at(30))).toEqual([false, false, false])
    expect(marked(null)).toEqual([false, false, false])
  })
})
