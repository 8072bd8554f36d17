import { afterEach } from 'vitest'
import { startTestDesktop, type TestDesktop, type TestDesktopOptions } from './desktop.ts'
import { itemOf } from './electron/parts.ts'

/** Returns a function that starts desktop apps. Each is stopped after its test. */
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

/** Chooses an item of the application's menu, as a person does. */
export function chooseInMenu({ double }: TestDesktop, name: string) {
  const item = itemOf(double.menus.application?.items ?? [], name)
  if (!item) throw new Error(`the menu has no ${name}`)
  item.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent)
}
