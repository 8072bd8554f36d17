import { afterEach } from 'vitest'
import { startTestDesktop, type TestDesktop, type TestDesktopOptions } from './desktop.ts'

/** Returns a function that starts desktop apps. Each stops after its test. */
export function useDesktops() {
  const open: TestDesktop[] = []
  afterEach(async () => {
    for (const desktop of open.splice(0)) await desktop.stop()
  })
  return async (options?: TestDesktopOptions): Promise<TestDesktop> => {
    const desktop = await startTestDesktop(options)
    open.push(desktop)
    return desktop
  }
}
