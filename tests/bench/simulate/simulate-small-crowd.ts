import type { MatchingOutcome } from './simulate-matching.ts'
import { type CrowdEvent, createSmallCrowd, type SmallCrowdRun } from './small-crowd.ts'
import { createMembers } from './small-crowd-acts.ts'

export interface SmallCrowdOutcome extends MatchingOutcome {
  /** The lengths of the chats, in milliseconds. */
  chats: number[]
}

const TICK_EVERY = 1_000
/** While only searches of closed apps wait, which have relaxed as far as they go. */
const SLOW_TICK_EVERY = 20_000

/**
 * Lets a few members a day search on a virtual clock. The same seed has the same members, with and without wishes on age
 * and help.
 */
export async function simulateSmallCrowd(run: SmallCrowdRun): Promise<SmallCrowdOutcome> {
  const crowd = createSmallCrowd(run)
  const { clock, now, records, queue, away, matching } = crowd
  const members = createMembers(crowd)
  let decisions = 0
  let isTicking = false

  async function tick() {
    await matching.tick()
    const waiting = records.waiting()
    isTicking = waiting > 0
    if (isTicking) queue.add(now() + (waiting > away.size ? TICK_EVERY : SLOW_TICK_EVERY), { kind: 'tick' })
  }

  async function happen(event: CrowdEvent) {
    if (event.kind === 'tick') return tick()
    if (event.kind === 'search') {
      decisions += 1
      await members.search(event.member)
      if (!isTicking) queue.add(now() + TICK_EVERY, { kind: 'tick' })
      isTicking = true
      return
    }
    const { kind, member, place } = event
    const isAway = kind === 'come' || kind === 'ring is over'
    if (records.placeOf(member) !== place || away.has(member) !== isAway) return
    if (kind === 'poll') decisions += 1
    const acts = {
      poll: members.poll,
      come: members.come,
      'give up': members.giveUp,
      'ring is over': members.end,
    }
    await acts[kind](member, place)
  }

  const before = process.cpuUsage()
  for (let next = queue.next(); next; next = queue.next()) {
    clock.advance(next.at - now())
    await happen(next.event)
  }
  const { user, system } = process.cpuUsage(before)
  const atEnd = { searching: records.waiting(), chatting: 0, idle: 0 }
  const { chats } = crowd
  return { searches: records.all, from: 0, until: now() + 1, atEnd, decisions, cpu: user + system, chats }
}
