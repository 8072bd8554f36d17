import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { MenuItemConstructorOptions } from 'electron'
import type { FindStep } from '#schema/find-bar.ts'
import { roleItem } from './role-item.ts'

export interface FindActions {
  find(): void
  findStep(step: FindStep): void
}

/** Returns the edit menu: the items of Electron's default menu (roles.ts), and items that find text in the page. */
export function editMenu(mac: boolean, { find, findStep }: FindActions): MenuItemConstructorOptions {
  const next = { label: t(i18n)`Find Next`, click: () => findStep('next') }
  const previous = { label: t(i18n)`Find Previous`, click: () => findStep('previous') }
  return {
    role: 'editMenu',
    label: t(i18n)({ message: 'Edit', context: 'menu' }),
    submenu: [
      roleItem('undo'),
      roleItem('redo'),
      { type: 'separator' },
      roleItem('cut'),
      roleItem('copy'),
      roleItem('paste'),
      ...(mac ? [roleItem('pasteAndMatchStyle')] : []),
      roleItem('delete'),
      ...(mac ? [] : [{ type: 'separator' } as const]),
      roleItem('selectAll'),
      { type: 'separator' },
      { id: 'find', label: t(i18n)`Find…`, accelerator: 'CmdOrCtrl+F', click: find },
      { ...next, id: 'find-next', accelerator: 'CmdOrCtrl+G' },
      { ...previous, id: 'find-previous', accelerator: 'CmdOrCtrl+Shift+G' },
      // Alternative shortcuts.
      { ...next, id: 'find-next-f3', accelerator: 'F3', visible: false },
      { ...previous, id: 'find-previous-f3', accelerator: 'Shift+F3', visible: false },
      ...(mac ? macItems() : []),
    ],
  }
}

const macItems = (): MenuItemConstructorOptions[] => [
  { type: 'separator' },
  {
    label: t(i18n)({ message: 'Substitutions', context: 'menu' }),
    submenu: [
      roleItem('showSubstitutions'),
      { type: 'separator' },
      roleItem('toggleSmartQuotes'),
      roleItem('toggleSmartDashes'),
      roleItem('toggleTextReplacement'),
    ],
  },
  {
    label: t(i18n)({ message: 'Speech', context: 'menu' }),
    submenu: [roleItem('startSpeaking'), roleItem('stopSpeaking')],
  },
]
