import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Matching, Seeker, SettledPair, TicketStore } from '#server/domains/matching/index.ts'
import { SETTLED_FOR } from '#server/domains/matching/ticket-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createTestClock } from './clock.ts'
import { createOnlooker, PEOPLE } from './matching-onlooker.ts'
import { aSeeker } from './seeker.ts'
import { createTestMatching } from './test-matching.ts'

type Name = (typeof PEOPLE)[number]

type Step =
  | { kind: 'findMatch' | 'cancel'; who: Name; node: number; named: boolean }
  | { kind: 'leave' | 'ring' | 'tick'; who: Name; node: number }
  | { kind: 'start' | 'separate'; who: Name; other: Name; node: number }
  | { kind: 'block'; who: Name; other: Name; node: number }
  | { kind: 'wait'; milliseconds: number }

const who = fc.constantFrom(...PEOPLE)
const node = fc.nat(1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('findMatch' as const), who, node, named: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), who, node, named: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), who, node }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ring' as const), who, node }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tick' as const), who, node }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('start' as const), who, other: who, node }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('separate' as const), who, other: who, node }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('block' as const), who, other: who, node }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(500, 4_000, 16_000, 61_000),
    }),
  },
)

/** A store whose answers may come late, in any order that the scheduler chooses. */
function interleaved(store: TicketStore, scheduler: fc.Scheduler): TicketStore {
  const late =
    <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await scheduler.schedule(Promise.resolve())
      const answer = await work(...args)
      await scheduler.schedule(Promise.resolve())
      return answer
    }
  return Object.fromEntries(
    Object.entries(store).map(([name, method]) => [
      name,
      late(method as (...args: unknown[]) => Promise<unknown>),
    ]),
  ) as unknown as TicketStore
}

/** The steps of a real search: the poll begins, and much may happen before the seeker is known. */
async function poll(matching: Matching, seeker: Seeker, searchId: string | null) {
  const { poll: begun, matched } = await matching.begin(seeker.userId, searchId)
  return matched ?? matching.findMatch(seeker, begun)
}

/** Runs the calls of a store one after the other: the observer sees them in the order of their effects. */
export function oneAtATime(store: TicketStore): TicketStore {
  let last: Promise<unknown> = Promise.resolve()
  const queued =
    <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> => {
      const answer = last.then(() => work(...args))
      last = answer.catch(() => undefined)
      return answer
    }
  return Object.fromEntries(
    Object.entries(store).map(([name, method]) => [
      name,
      queued(method as (...args: unknown[]) => Promise<unknown>),
    ]),
  ) as unknown as TicketStore
}

/**
 * Lets two nodes that share a ticket store search, ring, cancel, leave, block and start chats in random interleavings, and
 * throws when a member is matched or rung twice, with themself, with a blocked member, too soon again or after leaving.
 */
export async function checkInterleavings(
  open: (clock: Clock) => Promise<TicketStore> | TicketStore,
  numRuns: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { minLength: 3, maxLength: 14 }),
      async (scheduler, steps) => {
        const clock = createTestClock()
        const shared = await open(clock)
        const onlooker = createOnlooker()
        const claims: string[] = []
        const waitingSince = new Map<string, number>()
        // The claim is the moment of the match, or the step that settles a ring. The checks take place there, not when the
        // result arrives.
        const matched = ({ pairId, a, b }: Pick<SettledPair, 'pairId' | 'a' | 'b'>) => {
          claims.push(pairId)
          const since = [a, b].map(({ ticketId }) => waitingSince.get(ticketId) ?? 0)
          onlooker.matched(a.userId, b.userId, clock.now() - Math.max(...since))
        }
        const watched: TicketStore = {
          ...shared,
          async claim(pair, seenSince, ringUntil) {
            const claimed = await shared.claim(pair, seenSince, ringUntil)
            if (claimed === true) matched(pair)
            else if (claimed) onlooker.rings(pair.a.userId, pair.b.userId)
            return claimed
          },
          async settle(pair) {
            const settled = await shared.settle(pair)
            if (settled) {
              onlooker.ringEnds(pair.a.userId)
              matched(pair)
            }
            return settled
          },
          async endRing(pair, end) {
            const ended = await shared.endRing(pair, end)
            if (ended) onlooker.ringEnds(pair.a.userId)
            return ended
          },
          async begin(userId) {
            const begun = await shared.begin(userId)
            // The poll carries the time at which it began.
            return { ...begun, mark: `${onlooker.endingsOf(userId)} ${begun.mark ?? ''}` }
          },
          async leave(userId, searchId) {
            const left = await shared.leave(userId, searchId)
            onlooker.separate(userId)
            onlooker.ringEnds(userId)
            onlooker.left(userId)
            onlooker.ends(userId, searchId)
            return left
          },
          async start(pair, members) {
            await shared.start(pair, members)
            onlooker.meets(pair.starterId, pair.partnerId)
            for (const userId of members) {
              onlooker.ringEnds(userId)
              onlooker.left(userId)
              onlooker.ends(userId, null)
            }
          },
          async arrive(ticket, begun, reading) {
            const { mark, searchId } = begun ?? { mark: null, searchId: null }
            const [endings, ...ownMark] = (mark ?? '').split(' ')
            const own = { mark: ownMark.join(' ') || null, searchId }
            const arrival = await shared.arrive(ticket, own, reading)
            if (!arrival.settled && arrival.ticket) {
              waitingSince.set(arrival.ticket.ticketId, arrival.ticket.waitingSince)
              onlooker.waits(ticket.userId, Number(endings), searchId)
              onlooker.searches(ticket.userId)
            }
            return arrival
          },
          async separate(userA, userB) {
            await shared.separate(userA, userB)
            onlooker.end(userA, userB)
            if (onlooker.isRingingWith(userA, userB)) onlooker.ringEnds(userA)
          },
          async undo(pair) {
            await shared.undo(pair)
            onlooker.separate(pair.a.userId)
            onlooker.searches(pair.a.userId)
            onlooker.searches(pair.b.userId)
          },
          async block(a, b) {
            await shared.block(a, b)
            onlooker.block(a, b)
          },
        }
        const nodes = [0, 1].map(() =>
          createTestMatching({
            store: interleaved(watched, scheduler),
            clock,
            async openConversation(a, b) {
              await scheduler.schedule(Promise.resolve())
              return { conversationId: [a, b].sort().join('+') }
            },
          }),
        )
        const work: Promise<unknown>[] = []
        // The name of each member's present search; a cancel by that name starts the next.
        const searchIds = new Map<Name, string>()
        const searchIdOf = (one: Name) => searchIds.get(one) ?? `${one} 0`
        const refused = (error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
        }
        for (const one of steps) {
          if (one.kind === 'wait') {
            // No request lasts a minute, and no settled pair waits longer for its members.
            if (one.milliseconds > SETTLED_FOR) {
              await scheduler.waitFor(Promise.all(work))
              onlooker.settledLapse()
            }
            clock.advance(one.milliseconds)
          } else {
            const matching = nodes[one.node]
            if (!matching) continue
            if (one.kind === 'findMatch') {
              const seeker = aSeeker(one.who, { blockedIds: onlooker.blockedBy(one.who) })
              const searchId = one.named ? searchIdOf(one.who) : null
              work.push(poll(matching, seeker, searchId).catch(refused))
            } else if (one.kind === 'cancel') {
              work.push(matching.cancel(one.who, one.named ? searchIdOf(one.who) : null))
              if (one.named) searchIds.set(one.who, `${one.who} ${work.length}`)
            } else if (one.kind === 'start' && one.who !== one.other) {
              const pair = { starterId: one.who, partnerId: one.other }
              work.push(matching.startChat(pair, [one.who, one.other], async () => undefined))
            } else if (one.kind === 'separate' && one.who !== one.other)
              work.push(matching.separate(one.who, one.other))
            else if (one.kind === 'leave') work.push(matching.remove(one.who))
            else if (one.kind === 'tick') work.push(matching.tick())
            else if (one.kind === 'ring')
              work.push(matching.setRing(one.who, clock.now() + 600_000).catch(refused))
            else if (one.kind === 'block' && one.who !== one.other)
              work.push(matching.block(one.who, one.other))
          }
          // Some steps begin while earlier ones run, some after they are done.
          if (scheduler.count() > 6) await scheduler.waitOne()
        }
        await scheduler.waitFor(Promise.all(work))
        expect(onlooker.problems).toEqual([])
        expect(new Set(claims).size).toBe(claims.length)
      },
    ),
    { numRuns },
  )
}
