import type { Likeness } from './scoring.ts'

interface Stage {
  /** Milliseconds that the one of the two who waits longer has waited. */
  from: number
  name: string
  suffices(likeness: Likeness): boolean
}

/** What two people must have in common to be matched: less, the longer one of them waits. */
export const STAGES: readonly Stage[] = [
  { from: 0, name: 'strong overlap', suffices: ({ strong }) => strong },
  { from: 3_000, name: 'any shared interest', suffices: ({ shared }) => shared > 0 },
  { from: 10_000, name: 'looking for the same', suffices: ({ lookingFor }) => lookingFor > 0 },
  { from: 20_000, name: 'anyone', suffices: () => true },
]

export const LAST_STAGE_FROM = STAGES[STAGES.length - 1]?.from ?? 0

/** A pair suffices when it passes any stage reached so far. */
export const suffices = (likeness: Likeness, waited: number) =>
  STAGES.some((stage) => stage.from <= waited && stage.suffices(likeness))

/** When a waiting ticket is worth another look: at its next stage, then now and again. */
export function nextLook(waitingSince: number, now: number): number {
  const next = STAGES.find((stage) => waitingSince + stage.from > now)
  return next ? waitingSince + next.from : now + 5_000
}
