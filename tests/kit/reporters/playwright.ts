import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestStep,
} from '@playwright/test/reporter'
import { countSkipped, messageOf, noResults, writeResults } from './results.ts'
import { seenIn } from './seen-in.ts'

const hasExpect = (steps: readonly TestStep[]): boolean =>
  steps.some(({ category, steps: inner }) => category === 'expect' || hasExpect(inner))

/** Returns whether the journey itself expects something. What its fixtures expect, in hooks, does not count. */
const asserts = (journey: TestCase) =>
  journey.results.every(({ steps }) => hasExpect(steps.filter(({ category }) => category !== 'hook')))

/** A journey that fails once has failed, and so have one that expects nothing and a run that ends beside them. */
export default class PlaywrightResults implements Reporter {
  private readonly results = noResults()
  private journeys: Suite | undefined

  onBegin(_config: FullConfig, journeys: Suite) {
    this.journeys = journeys
  }

  onError(error: TestError) {
    this.results.failures.push({ title: 'beside the journeys', message: messageOf([error]) })
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    const { results } = this
    for (const journey of this.journeys?.allTests() ?? []) {
      const title = journey.titlePath().slice(2).join(' › ')
      const fail = (message: string) => results.failures.push({ title, message })
      const outcome = journey.outcome()
      if (outcome === 'skipped')
        countSkipped(results, title, journey.annotations.find(({ type }) => type === 'skip')?.description)
      else if (outcome !== 'expected')
        fail(
          messageOf(journey.results.flatMap(({ errors }) => errors)) + journey.results.map(seenIn).join(''),
        )
      else if (asserts(journey)) results.passed += 1
      else fail('passed without a call of expect')
    }
    await writeResults(results)
    // Playwright itself is content with journeys that are skipped or expect nothing.
    return results.failures.length > 0 ? { status: 'failed' } : undefined
  }

  printsToStdio() {
    return false
  }
}
