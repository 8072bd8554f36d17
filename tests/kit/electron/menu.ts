import type { TestDesktop } from '../desktop.ts'
import { itemOf } from './parts.ts'

/** Chooses an item of the application menu. */
export function chooseInMenu({ double }: Pick<TestDesktop, 'double'>, name: string) {
  const item = itemOf(double.menus.application?.items ?? [], name)
  if (!item) throw new Error(`the menu has no ${name}`)
  item.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent)
}
