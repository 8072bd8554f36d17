import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node'
import { FIGURES } from '../annotate-figures.ts'
import { countSkipped, messageOf, noResults, writeResults } from './results.ts'

/** Also counts errors outside tests: files that cannot be loaded, hooks, and uncaught errors. */
export default class VitestResults implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const results = noResults()
    const fail = (title: string, errors: readonly SerializedError[]) =>
      results.failures.push({ title, message: messageOf(errors) })
    const around = (title: string, group: TestModule | TestSuite) => {
      if (group.errors().length > 0) fail(title, group.errors())
    }
    for (const module of modules) {
      const file = module.relativeModuleId
      around(file, module)
      for (const suite of module.children.allSuites()) around(`${file} › ${suite.fullName}`, suite)
      for (const test of module.children.allTests()) {
        const title = `${file} › ${test.fullName}`
        const result = test.result()
        for (const { type, message } of test.annotations())
          if (type === FIGURES) results.figures.push(`${title}: ${message}`)
        if (result.state === 'passed') results.passed += 1
        else if (result.state === 'failed') fail(title, result.errors)
        else countSkipped(results, title, result.state === 'skipped' ? result.note : undefined)
      }
    }
    for (const error of unhandled) fail('beside the tests', [error])
    // Vitest itself accepts skipped tests.
    if (results.failures.length > 0) process.exitCode = 1
    await writeResults(results)
  }
}
