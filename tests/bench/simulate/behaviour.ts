import { BEHAVIOUR, NODE, valuesOf } from './parameters.ts'

const { chatMedian, chatSigma, idleMean, messagesAMinute, reconnectsAnHour } = valuesOf(BEHAVIOUR)

/** The mean length of a chat in seconds: that of a log-normal distribution. */
export const MEAN_CHAT = chatMedian * Math.exp(chatSigma ** 2 / 2)

/** The share of the members online who chat, when searches take hardly any time. */
export const CHATTING_SHARE = MEAN_CHAT / (MEAN_CHAT + idleMean)

/** What members online cause in a second. */
export interface Rates {
  messages: number
  searches: number
  matches: number
  reconnects: number
  heartbeats: number
}

/** Returns what this many members online cause in a second. */
export function ratesOf(online: number): Rates {
  const searches = online / (MEAN_CHAT + idleMean)
  return {
    messages: (online * CHATTING_SHARE * messagesAMinute) / 60,
    searches,
    matches: searches / 2,
    reconnects: (online * reconnectsAnHour) / 3600,
    heartbeats: online / NODE.heartbeatEvery.value,
  }
}
