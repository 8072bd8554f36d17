import { BEHAVIOUR } from './parameters.ts'
import type { SmallCrowdFigures } from './results.ts'
import { type SmallCrowdRun, simulateSmallCrowd } from './simulate-small-crowd.ts'
import { summarizeMatching } from './summarize-matching.ts'

const SEARCHES_A_DAY = [5, 20, 100, 1_000]
/** As many days as this many searches take. */
const SEARCHES = 1_000
const MESSAGES = 10
/** Ten messages of the two together take this long, in milliseconds. */
const TEN_MESSAGES = (MESSAGES / 2 / BEHAVIOUR.messagesAMinute.value) * 60_000

/** Returns what became of the searches of one small crowd. */
export async function summarizeSmallCrowd(run: SmallCrowdRun): Promise<SmallCrowdFigures> {
  const outcome = await simulateSmallCrowd(run)
  const figures = summarizeMatching(outcome)
  const searches = outcome.searches.length
  const long = outcome.chats.filter((length) => length >= TEN_MESSAGES).length
  return {
    searchesADay: run.searchesADay,
    days: run.days,
    haveAgeWishes: run.haveAgeWishes,
    searches,
    matched: (outcome.chats.length * 2) / searches,
    tenMessages: (long * 2) / searches,
    waitP50: figures.wait.p50,
    sharedInterests: figures.sharedInterests,
    commonLanguage: figures.commonLanguage,
    shareOfOptimum: figures.shareOfOptimum,
  }
}

/** Simulates crowds of 5 to 1,000 searches a day, without and with wishes on age. */
export async function simulateSmallCrowds(seed: number): Promise<SmallCrowdFigures[]> {
  const found: SmallCrowdFigures[] = []
  for (const searchesADay of SEARCHES_A_DAY)
    for (const haveAgeWishes of [false, true])
      found.push(
        await summarizeSmallCrowd({ searchesADay, days: SEARCHES / searchesADay, haveAgeWishes, seed }),
      )
  return found
}
