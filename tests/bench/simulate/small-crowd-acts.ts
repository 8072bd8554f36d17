import { TIMING } from '#schema/limits.ts'
import type { Seeker } from '#server/domains/matching/index.ts'
import { createRandom } from '../../kit/waiting-times.ts'
import { BEHAVIOUR } from './parameters.ts'
import { profileOf } from './population.ts'
import { createDraw } from './random.ts'
import type { SmallCrowd } from './small-crowd.ts'
import { arrivalsOf, eveningAt, habitsOf, withAge } from './small-crowd-members.ts'

const POLL_EVERY = 4_000
const PATIENCE = BEHAVIOUR.patience.value * 1_000

/** Returns what members do at each kind of event, and lets their first searches happen. */
export function createMembers({
  run,
  now,
  clock,
  records,
  queue,
  away,
  isFree,
  matching,
  bells,
}: SmallCrowd) {
  const seekers = new Map<number, Seeker>()
  const arrivals = arrivalsOf(run, createDraw(createRandom(run.seed)))
  const habits = arrivals.map((at, member) => habitsOf(run, member, at))
  const is = (member: number, has: 'letsRing' | 'hasBell') => habits[member]?.[has] === true
  for (const [member, { at }] of habits.entries()) queue.add(at, { kind: 'search', member })

  function seekerOf(member: number): Seeker {
    const ages = createDraw(createRandom(run.seed ^ Math.imul(member + 1, 0x85ebca6b)))
    const seeker = withAge(profileOf(run.seed, member), run.haveAgeWishes, ages)
    return habits[member]?.isInEvening ? { ...seeker, evening: eveningAt(now()) } : seeker
  }

  async function poll(member: number, place: number) {
    const seeker = seekers.get(member)
    if (!seeker) return
    await matching.findMatch(seeker)
    if (records.placeOf(member) === place) queue.add(now() + POLL_EVERY, { kind: 'poll', member, place })
  }

  async function search(member: number) {
    if (!isFree(member)) return
    const seeker = seekers.get(member) ?? seekerOf(member)
    seekers.set(member, seeker)
    records.begin(member, seeker, now())
    const place = records.all.length - 1
    queue.add(now() + PATIENCE, { kind: 'give up', member, place })
    for (const { member: coming, at } of bells.ring(member, seeker, now()))
      queue.add(at, { kind: 'search', member: coming })
    await poll(member, place)
  }

  async function end(member: number) {
    const seeker = seekers.get(member)
    await matching.cancel(String(member))
    away.delete(member)
    records.giveUp(member, now())
    if (seeker && is(member, 'hasBell')) bells.turnOn(member, seeker, now())
  }

  /** Ends the search of a member who has waited long enough, or closes the app and lets it go on. */
  async function giveUp(member: number, place: number) {
    const state = await matching.state(String(member))
    if (state.comeUntil !== null) return queue.add(now() + TIMING.ringFor, { kind: 'give up', member, place })
    if (!is(member, 'letsRing') || state.missedRingAt !== null) return end(member)
    away.add(member)
    if (state.ringUntil !== null) return
    await matching.setRing(String(member), clock.now() + TIMING.ringSearch)
    queue.add(now() + TIMING.ringSearch, { kind: 'ring is over', member, place })
  }

  /** A member comes back to a search that rang. */
  async function come(member: number, place: number) {
    away.delete(member)
    queue.add(now() + PATIENCE, { kind: 'give up', member, place })
    await poll(member, place)
  }

  return { poll, search, end, giveUp, come }
}
