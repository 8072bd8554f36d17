import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node'
import { messageOf, noResults, writeResults } from './results.ts'

/** Also what fails beside the tests: files that cannot be loaded, hooks, and what nobody caught. */
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
        const { state, errors = [] } = test.result()
        if (state === 'passed') results.passed += 1
        else if (state === 'failed') fail(`${file} › ${test.fullName}`, errors)
        else results.skipped += 1
      }
    }
    for (const error of unhandled) fail('beside the tests', [error])
    await writeResults(results)
  }
}
