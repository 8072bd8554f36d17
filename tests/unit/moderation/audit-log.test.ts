import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditLogFilter } from '#server/domains/moderation/audit-log/read-audit-log.ts'
import { createModerationQueue } from '#server/domains/moderation/queues/moderation-queue.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const START = Date.UTC(2020, 0, 1)
const ERASED = uuidv7()

const rows = useStarted(openRows)
let reader: { id: string; role: 'ADMIN' }
let [asha, ben] = ['', '']
beforeAll(async () => {
  const { prisma } = rows.database
  reader = { id: await rows.member(), role: 'ADMIN' }
  ;[asha, ben] = [await rows.member(), await rows.member()]
  await prisma.user.update({ where: { id: ben }, data: { displayName: 'Ben 100%' } })
  const entries = [
    { kind: 'WARN', actorId: reader.id, subjectId: asha, reason: 'Insults in a chat' },
    { kind: 'PAUSE', actorId: null, subjectId: ben, reason: 'Three reports' },
    { kind: 'BAN', actorId: reader.id, subjectId: ERASED, reason: 'Threats' },
    { kind: 'ADD_NOTE', actorId: asha, subjectId: reader.id, reason: 'Note' },
    { kind: 'REMOVE_NOTE', actorId: asha, subjectId: reader.id, reason: 'Note' },
    { kind: 'ADD_NOTE', actorId: asha, subjectId: null, reason: 'Another note' },
  ] as const
  for (const [index, entry] of entries.entries())
    await prisma.moderationAction.create({
      data: { id: uuidv7(), at: new Date(START + index * DAY), ...entry },
    })
})

const read = (filter: AuditLogFilter = {}, place: { size: number; before?: string } = { size: 10 }) =>
  createModerationQueue(rows.database).auditLog(reader, filter, place)
const kindsOf = async (filter: AuditLogFilter) => (await read(filter)).elements.map(({ kind }) => kind)

describe('the audit log', () => {
  it('lists all actions except notes about the reader, newest first, with names', async () => {
    const { elements, ...page } = await read()
    expect(page).toEqual({ totalElements: 4, totalPages: 1, last: true })
    const staff = { id: reader.id, displayName: 'Asha' }
    const shared = { id: expect.any(String), reportId: null, reversed: null, until: null }
    expect(elements).toEqual([
      {
        ...shared,
        kind: 'ADD_NOTE',
        reason: 'Another note',
        at: new Date(START + 5 * DAY),
        actor: { id: asha, displayName: 'Asha' },
        subject: null,
      },
      {
        ...shared,
        kind: 'BAN',
        reason: 'Threats',
        at: new Date(START + 2 * DAY),
        actor: staff,
        subject: { id: ERASED, displayName: 'Erased account' },
      },
      {
        ...shared,
        kind: 'PAUSE',
        reason: 'Three reports',
        at: new Date(START + DAY),
        actor: null,
        subject: { id: ben, displayName: 'Ben 100%' },
      },
      {
        ...shared,
        kind: 'WARN',
        reason: 'Insults in a chat',
        at: new Date(START),
        actor: staff,
        subject: { id: asha, displayName: 'Asha' },
      },
    ])
  })

  it('continues each page after the last entry of the previous page', async () => {
    const one = await read({}, { size: 3 })
    expect(one).toMatchObject({ totalElements: 4, totalPages: 2, last: false })
    expect(one.elements).toHaveLength(3)
    const two = await read({}, { size: 3, before: one.elements.at(-1)?.id ?? '' })
    expect(two).toMatchObject({ totalElements: 4, last: true, elements: [{ kind: 'WARN' }] })
    expect(await read({}, { size: 4 })).toMatchObject({ totalPages: 1, last: true })
  })

  it.each([
    ['empty filters, which exclude nothing', () => ({ userId: null, kinds: [], search: '' }), 4],
    ['a member', () => ({ userId: asha }), ['WARN']],
    ['the actor', () => ({ actorId: reader.id }), ['BAN', 'WARN']],
    ['automatic actions', () => ({ automatic: true }), ['PAUSE']],
    ['kinds', () => ({ kinds: ['PAUSE', 'WARN'] as const }), ['PAUSE', 'WARN']],
    ['a start time, inclusive', () => ({ from: new Date(START + 2 * DAY) }), ['ADD_NOTE', 'BAN']],
    ['an end time, exclusive', () => ({ until: new Date(START + DAY) }), ['WARN']],
    ['a part of the reason, in any case', () => ({ search: 'iNsUlt' }), ['WARN']],
    ['a part of a name, without wildcards', () => ({ search: '100%' }), ['PAUSE']],
    ['a wildcard, taken literally', () => ({ search: 'B%n' }), []],
  ])('lists only matching actions when filtered by %s', async (_, filter, expected) => {
    const kinds = await kindsOf(filter())
    if (typeof expected === 'number') expect(kinds).toHaveLength(expected)
    else expect(kinds).toEqual(expected)
    expect((await read(filter())).totalElements).toBe(kinds.length)
  })
})
