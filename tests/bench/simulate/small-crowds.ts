import { BEHAVIOUR } from './parameters.ts'
import { HELPS, type Help, type SmallCrowdFigures } from './results.ts'
import { simulateSmallCrowd } from './simulate-small-crowd.ts'
import type { SmallCrowdRun } from './small-crowd.ts'
import { summarizeMatching } from './summarize-matching.ts'

const SEARCHES_A_DAY = [5, 20, 100, 1_000]
/** As many days as this many searches take. */
const SEARCHES = 1_000
const MESSAGES = 10
/** Ten messages of the two together take this long, in milliseconds. */
const TEN_MESSAGES = (MESSAGES / 2 / BEHAVIOUR.messagesAMinute.value) * 60_000

const helpText = (help: readonly string[]) => (help.length > 1 ? 'all four' : (help[0] ?? 'none'))

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
    help: helpText(run.help),
    searches,
    matched: (outcome.chats.length * 2) / searches,
    tenMessages: (long * 2) / searches,
    waitP50: figures.wait.p50,
    sharedInterests: figures.sharedInterests,
    commonLanguage: figures.commonLanguage,
    shareOfOptimum: run.help.length === 0 ? figures.shareOfOptimum : null,
  }
}

/** Without any help, with each one alone, and with all of them. */
const KINDS_OF_HELP: readonly (readonly Help[])[] = [[], ...HELPS.map((help) => [help]), HELPS]

/** Simulates crowds of 5 to 1,000 searches a day: with and without each help, and then with wishes on age. */
export async function simulateSmallCrowds(seed: number): Promise<SmallCrowdFigures[]> {
  const found: SmallCrowdFigures[] = []
  for (const searchesADay of SEARCHES_A_DAY) {
    const run = { searchesADay, days: SEARCHES / searchesADay, haveAgeWishes: false, help: [], seed }
    for (const help of KINDS_OF_HELP) found.push(await summarizeSmallCrowd({ ...run, help }))
    found.push(await summarizeSmallCrowd({ ...run, haveAgeWishes: true }))
  }
  return found
}
