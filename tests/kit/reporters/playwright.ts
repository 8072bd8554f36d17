import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter'
import { messageOf, noResults, writeResults } from './results.ts'

/** A journey that fails once has failed, and so has a run that ends beside them. */
export default class PlaywrightResults implements Reporter {
  private readonly results = noResults()
  private journeys: Suite | undefined

  onBegin(_config: FullConfig, journeys: Suite) {
    this.journeys = journeys
  }

  onError(error: TestError) {
    this.results.failures.push({ title: 'beside the journeys', message: messageOf([error]) })
  }

  async onEnd() {
    for (const journey of this.journeys?.allTests() ?? []) {
      const outcome = journey.outcome()
      if (outcome === 'expected') this.results.passed += 1
      else if (outcome === 'skipped') this.results.skipped += 1
      else
        this.results.failures.push({
          title: journey.titlePath().slice(2).join(' › '),
          message: messageOf(journey.results.flatMap(({ errors }) => errors)),
        })
    }
    await writeResults(this.results)
  }

  printsToStdio() {
    return false
  }
}
