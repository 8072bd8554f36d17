import { beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import {
  CANCEL,
  CHANGE,
  dayAfter,
  eveningsOf,
  PLANNED,
  planIn,
  SCHEDULE,
  schedule,
} from '../../kit/evenings.ts'
import { ask, joinAs } from '../../kit/graphql.ts'
import { join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const clock = createTestClock()
const node = useNode({ clock })
let admin: Person
beforeAll(async () => {
  admin = await joinAs(node, 'ADMIN')
})

const HOUR = 60 * 60_000
const inZone = (timeZone: string) => (iso: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    timeStyle: undefined,
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso))
const planned = async (past = false) => (await ask(node, admin, PLANNED, { past })).data?.plannedEvenings
const logged = async () =>
  (
    await node.app.context.database.prisma.moderationAction.findMany({
      where: { kind: 'EVENING', actorId: admin.id },
      orderBy: { id: 'desc' },
    })
  ).map(({ reason }) => reason)

describe('scheduling an evening', () => {
  // covers: beyond-evenings-schedule
  it('shows it to members at the time of its zone, and records it in the audit log', async () => {
    const day = dayAfter(3, clock.now())
    const plan = { topic: 'Jazz', day, from: '20:00', until: '22:00', timeZone: 'Asia/Kolkata' }
    const [evening] = await schedule(node, admin, plan)
    expect(evening).toMatchObject({ startsAt: `${day}T14:30:00.000Z`, endsAt: `${day}T16:30:00.000Z` })
    const asha = await join(node)
    const seen = { id: evening?.id, topic: 'Jazz', startsAt: evening?.startsAt, endsAt: evening?.endsAt }
    expect(await eveningsOf(asha)).toContainEqual({ ...seen, wantsReminder: false, cancelled: false })
    const { data } = await ask(
      node,
      asha,
      '{ evenings { id topic startsAt endsAt wantsReminder cancelled } }',
    )
    expect(data?.evenings).toEqual(await eveningsOf(asha))
    expect((await logged())[0]).toContain('Scheduled: Jazz')
  })

  // covers: beyond-evenings-repeat
  it('repeats it at the same local time in summer and in winter', async () => {
    const plan = { topic: 'Film', day: dayAfter(2, clock.now()), from: '23:00', until: '01:00' }
    const evenings = await schedule(node, admin, { ...plan, timeZone: 'Europe/Berlin', times: 52 })
    expect(evenings).toHaveLength(52)
    expect(new Set(evenings.map(({ startsAt }) => inZone('Europe/Berlin')(startsAt))).size).toBe(1)
    expect(new Set(evenings.map(({ startsAt }) => inZone('UTC')(startsAt))).size).toBe(2)
    for (const { startsAt, endsAt } of evenings)
      expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(2 * HOUR)
  })

  // covers: beyond-evenings-repeat
  it('repeats it until the last day', async () => {
    const plan = planIn(60, clock.now(), { lastDay: dayAfter(21, clock.now() + HOUR) })
    expect(await schedule(node, admin, plan)).toHaveLength(4)
    expect(await schedule(node, admin, { ...plan, lastDay: dayAfter(20, clock.now() + HOUR) })).toHaveLength(
      3,
    )
  })

  // covers: beyond-evenings-schedule
  it.each([
    ['an empty topic', { topic: ' ' }, 'topic'],
    ['two topics', { topic: 'Jazz, Tea' }, 'topic'],
    ['a day that does not exist', { day: '2999-02-30' }, 'day'],
    ['the past', { day: '2020-01-01' }, 'day'],
    ['a far future', { day: '2999-01-01' }, 'day'],
    ['a time that does not exist', { from: '25:00' }, 'from'],
    ['no time at all', { from: '20:00', until: '20:00' }, 'until'],
    ['more than twelve hours', { from: '08:00', until: '21:00' }, 'until'],
    ['an unknown zone', { timeZone: 'Moon/Base' }, 'timeZone'],
    ['an offset in the place of a zone', { timeZone: '+05:30' }, 'timeZone'],
    ['too many evenings', { times: 53 }, 'times'],
    ['no evening', { times: 0 }, 'times'],
    ['a number and a last day', { times: 2, lastDay: '2999-01-01' }, 'lastDay'],
    ['a last day after too many weeks', { lastDay: '2999-01-01' }, 'lastDay'],
  ])('refuses %s', async (_, changes, field) => {
    const { errors } = await ask(node, admin, SCHEDULE, planIn(60, clock.now(), changes))
    expect(errors).toHaveLength(1)
    expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: { [field]: expect.any(String) } })
  })

  // covers: beyond-evenings-permission
  it('refuses everyone but administrators, as do the changes and the list of the console', async () => {
    const plan = planIn(60, clock.now())
    const [evening] = await schedule(node, admin, plan)
    const id = evening?.id
    for (const role of ['MEMBER', 'MODERATOR'] as const) {
      const other = await joinAs(node, role)
      expect((await ask(node, other, SCHEDULE, plan)).codes).toEqual(['FORBIDDEN'])
      expect((await ask(node, other, CHANGE, { ...plan, id, andLater: false })).codes).toEqual(['FORBIDDEN'])
      expect((await ask(node, other, CANCEL, { id, andLater: false })).codes).toEqual(['FORBIDDEN'])
      expect((await ask(node, other, PLANNED, { past: false })).codes).toEqual(['FORBIDDEN'])
    }
    expect(await planned()).toContainEqual(expect.objectContaining({ id, cancelled: false }))
  })
})

describe('changing an evening', () => {
  const weekly = () =>
    schedule(node, admin, {
      topic: 'Chess',
      day: dayAfter(1, clock.now()),
      from: '20:00',
      until: '21:00',
      timeZone: 'America/New_York',
      times: 3,
    })

  // covers: beyond-evenings-change
  it('changes one evening, or also the later ones of the repetition by as many days', async () => {
    const [first, second, third] = await weekly()
    const to = {
      topic: 'Go',
      day: dayAfter(9, clock.now()),
      from: '18:30',
      until: '19:00',
      timeZone: 'America/New_York',
    }
    const { data } = await ask(node, admin, CHANGE, { ...to, id: second?.id, andLater: true })
    const changed = data?.changeEvening as { id: string; startsAt: string; topic: string }[]
    expect(changed.map(({ id }) => id)).toEqual([second?.id, third?.id])
    expect(changed.map(({ topic }) => topic)).toEqual(['Go', 'Go'])
    const local = new Set(changed.map(({ startsAt }) => inZone('America/New_York')(startsAt)))
    expect([...local].map((text) => text.slice(-5))).toEqual(['18:30'])
    expect(await planned()).toContainEqual(expect.objectContaining({ id: first?.id, topic: 'Chess' }))
    expect((await logged())[0]).toMatch(/^Changed to: Go.* and 1 later$/)
  })

  // covers: beyond-evenings-change
  it('refuses evenings that have begun, were cancelled or do not exist', async () => {
    const [soon] = await schedule(node, admin, planIn(2, clock.now()))
    const plan = planIn(90, clock.now())
    const refused = async (id: unknown) =>
      (await ask(node, admin, CHANGE, { ...plan, id, andLater: false })).codes
    expect(await refused(crypto.randomUUID())).toEqual(['NOT_FOUND'])
    clock.advance(5 * 60_000)
    expect(await refused(soon?.id)).toEqual(['NOT_FOUND'])
    expect((await ask(node, admin, CANCEL, { id: soon?.id, andLater: false })).data?.cancelEvening).toBe(1)
    expect((await ask(node, admin, CANCEL, { id: soon?.id, andLater: false })).codes).toEqual(['NOT_FOUND'])
    expect((await ask(node, admin, CANCEL, { id: 'none', andLater: false })).codes).toEqual(['INVALID'])
  })

  // covers: beyond-evenings-cancel
  it('cancels the rest of a repetition; only who wanted a reminder still sees it, as cancelled', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    // The next evening of all, within the few that are listed.
    const [next] = await schedule(node, admin, planIn(3, clock.now(), { times: 2 }))
    expect((await asha.call('PUT', `/api/v1/evenings/${next?.id}/reminder`)).status).toBe(200)
    const { data } = await ask(node, admin, CANCEL, { id: next?.id, andLater: true })
    expect(data?.cancelEvening).toBe(2)
    expect(await eveningsOf(asha)).toContainEqual(expect.objectContaining({ id: next?.id, cancelled: true }))
    expect((await eveningsOf(ben)).map(({ id }) => id)).not.toContain(next?.id)
    expect(await planned(true)).toContainEqual(expect.objectContaining({ id: next?.id, cancelled: true }))
    expect((await logged())[0]).toMatch(/^Cancelled: Jazz.* and 1 later$/)
    expect((await ben.call('PUT', `/api/v1/evenings/${next?.id}/reminder`)).status).toBe(404)
  })
})
