import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { BrowserWindow, MenuItemConstructorOptions } from 'electron'
import { PRODUCT } from '#schema/product.ts'
import { editMenu, type FindActions } from './edit-menu.ts'
import { roleItem } from './role-item.ts'

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
  const product = PRODUCT.name
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: mac ? t(i18n)`Settings…` : t(i18n)`Settings`,
    accelerator: 'CmdOrCtrl+,',
    click: actions.openSettings,
  }
  const application: MenuItemConstructorOptions = {
    label: PRODUCT.name,
    submenu: [
      aboutItem(platform),
      { type: 'separator' },
      settings,
      { type: 'separator' },
      roleItem('services'),
      { type: 'separator' },
      { role: 'hide', label: t(i18n)({ message: `Hide ${product}`, context: 'menu' }) },
      roleItem('hideOthers'),
      roleItem('unhide'),
      { type: 'separator' },
      quitItem(platform),
    ],
  }
  const file: MenuItemConstructorOptions = {
    label: t(i18n)({ message: '&File', context: 'menu', comment: '& stands before the access key' }),
    submenu: mac ? [closeItem(mac)] : [settings, { type: 'separator' }, closeItem(mac), quitItem(platform)],
  }
  return [
    ...(mac ? [application] : []),
    file,
    editMenu(mac, actions),
    viewMenu(developing, actions),
    windowMenu(mac),
    helpMenu(platform, actions),
  ]
}

function viewMenu(developing: boolean, { setZoom }: MenuActions): MenuItemConstructorOptions {
  const zoomIn = { label: t(i18n)`Zoom In`, click: () => setZoom(1) }
  return {
    label: t(i18n)({ message: '&View', context: 'menu', comment: '& stands before the access key' }),
    submenu: [
      roleItem('reload'),
      { type: 'separator' },
      { id: 'zoom-reset', label: t(i18n)`Actual Size`, accelerator: 'CmdOrCtrl+0', click: () => setZoom(0) },
      { ...zoomIn, id: 'zoom-in', accelerator: 'CmdOrCtrl+Plus' },
      // The same key without Shift, as in browsers.
      { ...zoomIn, id: 'zoom-in-unshifted', accelerator: 'CmdOrCtrl+=', visible: false },
      { id: 'zoom-out', label: t(i18n)`Zoom Out`, accelerator: 'CmdOrCtrl+-', click: () => setZoom(-1) },
      { type: 'separator' },
      roleItem('togglefullscreen'),
      ...(developing ? [roleItem('toggleDevTools')] : []),
    ],
  }
}

/** Returns the window menu with the items that Electron gives it (menu-item-roles.ts). */
const windowMenu = (mac: boolean): MenuItemConstructorOptions => ({
  role: 'windowMenu',
  label: t(i18n)({ message: 'Window', context: 'menu' }),
  submenu: [
    roleItem('minimize'),
    roleItem('zoom'),
    ...(mac ? [{ type: 'separator' } as const, roleItem('front')] : [closeItem(mac)]),
  ],
})

const helpMenu = (platform: NodeJS.Platform, actions: MenuActions): MenuItemConstructorOptions => ({
  role: 'help',
  label: t(i18n)({ message: 'Help', context: 'menu' }),
  submenu: [
    { id: 'check-for-updates', label: t(i18n)`Check for Updates…`, click: actions.checkForUpdates },
    { id: 'open-log-folder', label: t(i18n)`Open Log Folder`, click: actions.openLogFolder },
    ...(platform === 'darwin' ? [] : [{ type: 'separator' } as const, aboutItem(platform)]),
  ],
})

/** These three are worded as Electron words them on each platform (menu-item-roles.ts). */
function aboutItem(platform: NodeJS.Platform): MenuItemConstructorOptions {
  const product = PRODUCT.name
  return {
    role: 'about',
    label:
      platform === 'linux'
        ? t(i18n)({ message: 'About', context: 'menu' })
        : t(i18n)({ message: `About ${product}`, context: 'menu' }),
  }
}
const closeItem = (mac: boolean): MenuItemConstructorOptions => ({
  role: 'close',
  label: mac
    ? t(i18n)({ message: 'Close Window', context: 'menu' })
    : t(i18n)({ message: 'Close', context: 'menu' }),
})
function quitItem(platform: NodeJS.Platform): MenuItemConstructorOptions {
  const labels: Partial<Record<NodeJS.Platform, string>> = {
    darwin: t(i18n)`Quit ${{ product: PRODUCT.name }}`,
    win32: t(i18n)({ message: 'Exit', context: 'menu' }),
  }
  return { role: 'quit', label: labels[platform] ?? t(i18n)({ message: 'Quit', context: 'menu' }) }
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
          label: t(i18n)`Add to Dictionary`,
          click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
        },
        { type: 'separator' },
      ]
    : []
  if (isEditable) {
    return [
      ...spelling,
      { ...roleItem('cut'), enabled: editFlags.canCut },
      { ...roleItem('copy'), enabled: editFlags.canCopy },
      { ...roleItem('paste'), enabled: editFlags.canPaste },
      { type: 'separator' },
      { ...roleItem('selectAll'), enabled: editFlags.canSelectAll },
    ]
  }
  return [
    ...(linkURL ? [{ id: 'copy-link', label: t(i18n)`Copy Link`, click: () => copyLink(linkURL) }] : []),
    ...(selectionText.trim() ? [{ ...roleItem('copy'), enabled: editFlags.canCopy }] : []),
  ]
}
