/** What two members have in common. */
export interface Likeness {
  /** The number of interests that both have. */
  shared: number
  /** The sum of their weights: the rarer an interest among the waiting tickets, the greater. */
  weight: number
  /** At least two in common, or nearly everything that one of them cares about. */
  strong: boolean
  lookingFor: number
  /** In how many directions they exchange languages; 0 unless both search for an exchange. */
  exchange: 0 | 1 | 2
  /** Whether they have a language to talk in: a common one, one of the exchange, or the languages of one are not known. */
  language: boolean
}

interface Stage {
  /** Milliseconds of waiting after which a ticket reaches this stage. */
  from: number
  name: string
  suffices(likeness: Likeness): boolean
}

/**
 * What two members must have in common to be matched: less, the longer one of them waits. A common language is the last
 * requirement to be dropped (docs/decisions/0030-languages-of-members.md).
 */
export const STAGES: readonly Stage[] = [
  { from: 0, name: 'strong overlap', suffices: ({ language, strong }) => language && strong },
  { from: 3_000, name: 'any shared interest', suffices: ({ language, shared }) => language && shared > 0 },
  {
    from: 10_000,
    name: 'looking for the same',
    suffices: ({ language, lookingFor }) => language && lookingFor > 0,
  },
  { from: 20_000, name: 'anyone with a common language', suffices: ({ language }) => language },
  { from: 30_000, name: 'anyone', suffices: () => true },
]

/**
 * Milliseconds after which a search for an exchange accepts a partner who exchanges languages in no, one or both directions.
 * They are moments of the stages, when a waiting ticket is tried again (docs/decisions/0045-language-exchange.md).
 */
export const EXCHANGE_AFTER = [20_000, 10_000, 0] as const

export const STAGE_OF_LOOKING_FOR = 2
export const STAGE_OF_ANYONE = 3
export const LAST_STAGE = STAGES.length - 1
/** Two members who met lately may meet again once both have waited longer than this, in milliseconds. */
export const MEET_AGAIN_AFTER = STAGES[STAGE_OF_ANYONE]?.from ?? 0

/** A premium ticket is this many stages ahead of a free one that has waited as long (spec §1, priority matching). */
const PREMIUM_LEAD = 1

const stageAfter = (waited: number) => STAGES.findLastIndex((stage) => stage.from <= waited)

/** Returns the index of the stage that a ticket has reached. */
export function stageOf(ticket: { premium: boolean; waitingSince: number }, now: number): number {
  const lead = ticket.premium ? PREMIUM_LEAD : 0
  return Math.min(LAST_STAGE, Math.max(0, stageAfter(now - ticket.waitingSince)) + lead)
}

/** Returns the latest `waitingSince` with which a ticket has reached a stage by now. */
export const reachedSince = (stage: number, { premium }: { premium: boolean }, now: number) =>
  now - (STAGES[Math.max(0, stage - (premium ? PREMIUM_LEAD : 0))]?.from ?? 0)

/**
 * A pair suffices when it exchanges languages, or passes any stage up to the one that the further of the two has reached.
 */
export const suffices = (likeness: Likeness, stage: number) =>
  likeness.exchange > 0 || STAGES.some((one, index) => index <= stage && one.suffices(likeness))

/** Returns when to try a waiting ticket again: at its next stage, afterwards every five seconds. */
export function nextLook(waitingSince: number, now: number): number {
  const next = STAGES.find((stage) => waitingSince + stage.from > now)
  return next ? waitingSince + next.from : now + 5_000
}
