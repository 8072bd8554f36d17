import type { Seeker } from '#server/domains/matching/index.ts'
import { HELP } from './parameters.ts'
import type { Draw } from './random.ts'

/** The bell of an interest rings once a day at most. */
const REST = 24 * 60 * 60_000
/** How long a member leaves bells on. Assumed. */
const KEPT_ON = 7 * REST
/** How long a member needs to come, in milliseconds. Assumed. */
const COMES_AFTER = { least: 10_000, further: 90_000 }

/** Keeps whose bells are on. In a small crowd every interest has few people. */
export function createBells(draw: Draw) {
  const owners = new Map<number, { seeker: Seeker; until: number }>()
  /** When a member was last told of an interest. */
  const toldAt = new Map<string, number>()

  return {
    turnOn: (member: number, seeker: Seeker, now: number) =>
      void (owners.has(member) || owners.set(member, { seeker, until: now + KEPT_ON })),
    /** Returns the members who come because this one searches, with the time at which each comes. */
    ring(searching: number, { interests }: Seeker, now: number): { member: number; at: number }[] {
      const coming: { member: number; at: number }[] = []
      for (const [member, { seeker: owner, until }] of owners) {
        if (member === searching || until < now) continue
        const isDue = (interest: string) => now - (toldAt.get(`${member} ${interest}`) ?? -REST) >= REST
        const interest = owner.interests.find((one) => interests.includes(one) && isDue(one))
        if (interest === undefined) continue
        toldAt.set(`${member} ${interest}`, now)
        if (draw.share() < HELP.comesToBell.value)
          coming.push({ member, at: now + COMES_AFTER.least + draw.below(COMES_AFTER.further) })
      }
      return coming
    },
  }
}
