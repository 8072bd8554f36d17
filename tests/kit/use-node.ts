import { startApp, startNode, type TestApp, type TestAppOptions } from './app.ts'
import { useStarted } from './use-started.ts'

/** Without `databaseUrl`, the node gets a database of its own. */
type NodeOptions = Omit<TestAppOptions, 'databaseUrl'> & { databaseUrl?: string }

/**
 * One node of the application for all tests of a file, or of a `describe`. Read it in hooks and tests only.
 * Options that hooks prepare are given as a function, which is called when the node starts.
 */
export function useNode(options: NodeOptions | (() => NodeOptions) = {}): TestApp {
  return useStarted(() => {
    const { databaseUrl, ...others } = typeof options === 'function' ? options() : options
    return databaseUrl === undefined ? startApp(others) : startNode({ ...others, databaseUrl })
  })
}
