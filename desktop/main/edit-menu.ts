import type { MenuItemConstructorOptions } from 'electron'
import type { FindStep } from '#schema/find-bar.ts'

export interface FindActions {
  find(): void
  findStep(step: FindStep): void
}

/** Returns the edit menu: the items of Electron's default menu (roles.ts), and items that find text in the page. */
export function editMenu(mac: boolean, { find, findStep }: FindActions): MenuItemConstructorOptions {
  const next = { label: 'Find Next', click: () => findStep('next') }
  const previous = { label: 'Find Previous', click: () => findStep('previous') }
  return {
    role: 'editMenu',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      ...(mac ? [{ role: 'pasteAndMatchStyle' } as const] : []),
      { role: 'delete' },
      ...(mac ? [] : [{ type: 'separator' } as const]),
      { role: 'selectAll' },
      { type: 'separator' },
      { id: 'find', label: 'Find…', accelerator: 'CmdOrCtrl+F', click: find },
      { ...next, id: 'find-next', accelerator: 'CmdOrCtrl+G' },
      { ...previous, id: 'find-previous', accelerator: 'CmdOrCtrl+Shift+G' },
      // Alternative shortcuts.
      { ...next, id: 'find-next-f3', accelerator: 'F3', visible: false },
      { ...previous, id: 'find-previous-f3', accelerator: 'Shift+F3', visible: false },
      ...(mac ? MAC_ITEMS : []),
    ],
  }
}

const MAC_ITEMS: MenuItemConstructorOptions[] = [
  { type: 'separator' },
  {
    label: 'Substitutions',
    submenu: [
      { role: 'showSubstitutions' },
      { type: 'separator' },
      { role: 'toggleSmartQuotes' },
      { role: 'toggleSmartDashes' },
      { role: 'toggleTextReplacement' },
    ],
  },
  { label: 'Speech', submenu: [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }] },
]
