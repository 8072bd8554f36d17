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

/** Returns whether the journey itself has an expectation. Those of its fixtures and hooks do not count. */
const asserts = (journey: TestCase) =>
  journey.results.every(({ steps }) => hasExpect(steps.filter(({ category }) => category !== 'hook')))

/**
 * A journey fails when it fails once or has no expectation. A run fails when an error occurs outside its journeys.
 */
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
    // Playwright itself accepts journeys that are skipped or have no expectation.
    return results.failures.length > 0 ? { status: 'failed' } : undefined
  }

  printsToStdio() {
    return false
  }
}
