import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bellAmong,
  bellSteps,
  ringBells,
  scheduleBells,
  setBell,
  stopPeriodicRings,
} from '../../kit/bells.ts'
import { createTestClock } from '../../kit/clock.ts'
import { join, type Person } from '../../kit/person.ts'
import { choosePush, pushSettings, stopPeriodicPushes, subscribePush, takePushes } from '../../kit/push.ts'
import { startPushService } from '../../kit/push-service.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000
const clock = createTestClock()
const service = useStarted(startPushService)
const node = useNode(() => ({ env: pushSettings(service), clock }))

beforeAll(async () => {
  await stopPeriodicPushes(node)
  await stopPeriodicRings(node)
})
beforeEach(() => void service.received.splice(0))

const { cancel, change, ringsOf, searchFor } = bellSteps(node)

describe('an interest bell', () => {
  // covers: beyond-interest-bell-rings
  it('rings when someone who likes the interest is searching, without telling who', async () => {
    const { interest, owner, people } = await bellAmong(node, [{}, {}, {}])
    await subscribePush(owner, service)
    await searchFor(people[0] as Person)
    expect(await ringsOf(owner)).toMatchObject([
      {
        heading: `Someone who likes ${interest} is looking`,
        body: 'Press Find Match to join in. They may have found someone by now.',
        path: '/',
        candidateId: null,
        conversationId: null,
        userData: [],
      },
    ])
    const [push] = await takePushes(node, service)
    expect(push?.payload).toEqual({
      kind: 'interest',
      title: 'Someone who shares an interest of yours is looking',
      tag: expect.stringContaining('interest:'),
      path: '/',
    })
    expect(JSON.stringify(push)).not.toContain(people[0]?.user.displayName)
  })

  // covers: beyond-interest-bell-lock-screen
  it('names the interest on the lock screen only for a member who shows names', async () => {
    const { interest, owner, people } = await bellAmong(node, [{}, {}, {}])
    await subscribePush(owner, service)
    await choosePush(owner, { showsNames: true })
    await searchFor(people[0] as Person)
    const pushes = await takePushes(node, service)
    expect(pushes.map(({ payload }) => payload.title)).toEqual([`Someone who likes ${interest} is looking`])
  })

  // covers: beyond-interest-bell-quiet
  it('sends no push message of a kind that the member has muted', async () => {
    const { owner, people } = await bellAmong(node, [{}, {}, {}])
    await subscribePush(owner, service)
    await choosePush(owner, { kinds: ['message'] })
    await searchFor(people[0] as Person)
    expect(await takePushes(node, service)).toEqual([])
    expect(await ringsOf(owner)).toHaveLength(1)
  })

  // covers: beyond-interest-bell-rings
  it('decides after a random delay, and does not ring for a search that has ended by then', async () => {
    const { owner, people } = await bellAmong(node, [{}, {}, {}])
    await people[0]?.findMatch()
    await scheduleBells(node)
    expect(await ringsOf(owner)).toEqual([])
    await cancel(people[0] as Person)
    await ringBells(node)
    expect(await ringsOf(owner)).toEqual([])
  })

  // covers: beyond-interest-bell-no-leak
  it('rests for an hour after it was decided without a ring', async () => {
    const { owner, people } = await bellAmong(node, [{}, {}, {}])
    const [first, second] = people as [Person, Person]
    await first.findMatch()
    await scheduleBells(node)
    await cancel(first)
    await ringBells(node)
    await searchFor(second)
    expect(await ringsOf(owner)).toEqual([])
    clock.advance(HOUR)
    await searchFor(second)
    expect(await ringsOf(owner)).toHaveLength(1)
  })

  // covers: beyond-interest-bell-once-a-day
  it('rings once a day, also after it was turned off and on, or left the profile and came back', async () => {
    const { interest, owner, people } = await bellAmong(node, [{}, {}, {}])
    const [first, second] = people as [Person, Person]
    await searchFor(first)
    const [note] = await ringsOf(owner)
    await setBell(owner, interest, false)
    await setBell(owner, interest, true)
    await searchFor(second)
    const { id, displayName, age, gender, lookingFor } = owner.user
    for (const interests of ['Tea', `${interest}, Tea`])
      await owner.call('PUT', '/api/v1/user', { id, displayName, age, gender, lookingFor, interests })
    await setBell(owner, interest, true)
    await searchFor(first)
    // A second ring would replace the note.
    expect(await ringsOf(owner)).toMatchObject([{ id: note?.id }])
    clock.advance(24 * HOUR)
    await searchFor(second)
    expect((await ringsOf(owner))[0]?.id).not.toBe(note?.id)
  })

  // covers: beyond-interest-bell-once-a-day
  it('keeps the other bells of the member from ringing for the same search', async () => {
    const { interest, owner, people } = await bellAmong(node, [{}, {}, {}])
    const another = `${interest} of tea`
    for (const person of [owner, ...people])
      await change(person, { interests: [interest, another] }).then(() =>
        node.app.context.events.emit('userChanged', { userId: person.id }),
      )
    await setBell(owner, another, true)
    await searchFor(people[0] as Person)
    await searchFor(people[1] as Person)
    expect(await ringsOf(owner)).toHaveLength(1)
    clock.advance(HOUR)
    await searchFor(people[1] as Person)
    expect(await ringsOf(owner)).toHaveLength(2)
  })

  // covers: beyond-interest-bell-own
  it('ignores a search of its own member', async () => {
    const { owner, people } = await bellAmong(node, [{}, {}, {}])
    await searchFor(owner)
    expect(await ringsOf(owner)).toEqual([])
    // It would rest if the search had counted.
    await searchFor(people[0] as Person)
    expect(await ringsOf(owner)).toHaveLength(1)
  })

  // covers: beyond-interest-bell-own
  it('does not ring for an interest that has left the profile since the search began', async () => {
    const { owner, people } = await bellAmong(node, [{}, {}, {}])
    await subscribePush(owner, service)
    await people[0]?.findMatch()
    await scheduleBells(node)
    await change(owner, { interests: ['Tea'] })
    await ringBells(node)
    await cancel(people[0] as Person)
    expect(await ringsOf(owner)).toEqual([])
    expect(await takePushes(node, service)).toEqual([])
  })

  // covers: beyond-interest-bell-own
  it('does not ring while the member chats', async () => {
    const { interest, owner, people } = await bellAmong(node, [{}, {}, {}])
    const partner = await join(node, { interests: [interest] })
    await owner.findMatch()
    const { conversation } = await partner.findMatch()
    expect(conversation).not.toBeNull()
    await searchFor(people[2] as Person)
    expect(await ringsOf(owner)).toEqual([])
    await owner.call('GET', `/api/v1/conversation/${conversation?.id}/resign`)
    clock.advance(2 * HOUR)
    await searchFor(people[2] as Person)
    expect(await ringsOf(owner)).toHaveLength(1)
  })

  // covers: beyond-interest-bell-quiet
  it('does not ring in quiet hours', async () => {
    const { owner, people } = await bellAmong(node, [{}, {}, {}])
    const at = (hours: number) => new Date(clock.now() + hours * HOUR).toISOString().slice(11, 16)
    await choosePush(owner, { quietHours: { from: at(-1), until: at(1), timeZone: 'UTC' } })
    await searchFor(people[0] as Person)
    expect(await ringsOf(owner)).toEqual([])
    clock.advance(2 * HOUR)
    await searchFor(people[0] as Person)
    expect(await ringsOf(owner)).toHaveLength(1)
  })
})
