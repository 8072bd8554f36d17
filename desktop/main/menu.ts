import type { BrowserWindow, MenuItemConstructorOptions } from 'electron'
import { PRODUCT } from '#schema/product.ts'
import { editMenu, type FindActions } from './edit-menu.ts'

export interface MenuActions extends FindActions {
  openSettings(): void
  setZoom(step: 1 | -1 | 0): void
  checkForUpdates(): void
  openLogFolder(): void
}

/** Returns the application menu in the order and wording of each platform. */
export function applicationMenu(
  platform: NodeJS.Platform,
  developing: boolean,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: mac ? 'Settings…' : 'Settings',
    accelerator: 'CmdOrCtrl+,',
    click: actions.openSettings,
  }
  const application: MenuItemConstructorOptions = {
    label: PRODUCT.name,
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  }
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: mac
      ? [{ role: 'close' }]
      : [settings, { type: 'separator' }, { role: 'close' }, { role: 'quit' }],
  }
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { role: 'reload' },
      { type: 'separator' },
      { id: 'zoom-reset', label: 'Actual Size', accelerator: 'CmdOrCtrl+0', click: () => actions.setZoom(0) },
      { id: 'zoom-in', label: 'Zoom In', accelerator: 'CmdOrCtrl+Plus', click: () => actions.setZoom(1) },
      // The same key without Shift, as in browsers.
      {
        id: 'zoom-in-unshifted',
        label: 'Zoom In',
        accelerator: 'CmdOrCtrl+=',
        visible: false,
        click: () => actions.setZoom(1),
      },
      { id: 'zoom-out', label: 'Zoom Out', accelerator: 'CmdOrCtrl+-', click: () => actions.setZoom(-1) },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(developing ? [{ role: 'toggleDevTools' } as const] : []),
    ],
  }
  const help: MenuItemConstructorOptions = {
    role: 'help',
    submenu: [
      { id: 'check-for-updates', label: 'Check for Updates…', click: actions.checkForUpdates },
      { id: 'open-log-folder', label: 'Open Log Folder', click: actions.openLogFolder },
      ...(mac ? [] : [{ type: 'separator' } as const, { role: 'about' } as const]),
    ],
  }
  return [...(mac ? [application] : []), file, editMenu(mac, actions), view, { role: 'windowMenu' }, help]
}

/** Returns the context menu: spelling suggestions, then the actions for the element. Empty if there is no action. */
export function contextMenu(
  window: Pick<BrowserWindow, 'webContents'>,
  params: Electron.ContextMenuParams,
  copyLink: (address: string) => void,
): MenuItemConstructorOptions[] {
  const { misspelledWord, dictionarySuggestions, editFlags, isEditable, selectionText, linkURL } = params
  const { webContents } = window
  const spelling: MenuItemConstructorOptions[] = misspelledWord
    ? [
        ...dictionarySuggestions.map((word) => ({
          label: word,
          click: () => webContents.replaceMisspelling(word),
        })),
        {
          id: 'learn',
          label: 'Add to Dictionary',
          click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
        },
        { type: 'separator' },
      ]
    : []
  if (isEditable) {
    return [
      ...spelling,
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ]
  }
  return [
    ...(linkURL ? [{ id: 'copy-link', label: 'Copy Link', click: () => copyLink(linkURL) }] : []),
    ...(selectionText.trim() ? [{ role: 'copy', enabled: editFlags.canCopy } as const] : []),
  ]
}
