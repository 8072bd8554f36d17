import type { Seeker } from '#server/domains/matching/index.ts'
import { createRandom } from '../../kit/waiting-times.ts'
import { seekerOf } from '../match-crowd.ts'
import { CHATTING_SHARE } from './behaviour.ts'
import { BEHAVIOUR, valuesOf } from './parameters.ts'
import type { Draw } from './random.ts'

const { chatMedian, chatSigma, idleMean } = valuesOf(BEHAVIOUR)
const SECOND = 1_000
/** Spreads consecutive indexes over all seeds (the golden ratio of 32 bits). */
const SPREAD = 0x9e3779b1

/** Returns the profile of a member, always the same for the same seed and index. It is not kept: a million take much memory. */
export const profileOf = (seed: number, index: number): Seeker =>
  seekerOf(index, createRandom(Math.imul(index + 1, SPREAD) ^ seed))

/** Returns the length of a chat, in whole milliseconds. */
export const chatLength = (draw: Draw) => Math.round(draw.logNormal(chatMedian, chatSigma) * SECOND)

/** Returns the time until the next search of a member who does not chat, in whole milliseconds. */
export const idleTime = (draw: Draw) => Math.round(draw.exponential(idleMean) * SECOND)

/**
 * Returns how a member spends the beginning of a simulation that starts in the middle of an evening: chatting or idle, and
 * until when. The rest of a chat under way has the equilibrium distribution: longer chats are more likely to be under way.
 */
export function stateAtStart(draw: Draw): { isChatting: boolean; until: number } {
  if (draw.share() >= CHATTING_SHARE) return { isChatting: false, until: idleTime(draw) }
  const length = draw.logNormal(chatMedian * Math.exp(chatSigma ** 2), chatSigma)
  return { isChatting: true, until: Math.round(length * draw.share() * SECOND) }
}
