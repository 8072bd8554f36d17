import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { MenuItemConstructorOptions } from 'electron'

/** Electron labels its roles in English in every language (menu-item-roles.ts). These are its labels. */
const makeLabels = () => ({
  undo: t(i18n)({ message: 'Undo', context: 'menu' }),
  redo: t(i18n)({ message: 'Redo', context: 'menu' }),
  cut: t(i18n)({ message: 'Cut', context: 'menu' }),
  copy: t(i18n)({ message: 'Copy', context: 'menu' }),
  paste: t(i18n)({ message: 'Paste', context: 'menu' }),
  pasteAndMatchStyle: t(i18n)({ message: 'Paste and Match Style', context: 'menu' }),
  delete: t(i18n)({ message: 'Delete', context: 'menu' }),
  selectAll: t(i18n)({ message: 'Select All', context: 'menu' }),
  showSubstitutions: t(i18n)({ message: 'Show Substitutions', context: 'menu' }),
  toggleSmartQuotes: t(i18n)({ message: 'Smart Quotes', context: 'menu' }),
  toggleSmartDashes: t(i18n)({ message: 'Smart Dashes', context: 'menu' }),
  toggleTextReplacement: t(i18n)({ message: 'Text Replacement', context: 'menu' }),
  startSpeaking: t(i18n)({ message: 'Start Speaking', context: 'menu' }),
  stopSpeaking: t(i18n)({ message: 'Stop Speaking', context: 'menu' }),
  services: t(i18n)({ message: 'Services', context: 'menu' }),
  hideOthers: t(i18n)({ message: 'Hide Others', context: 'menu' }),
  unhide: t(i18n)({ message: 'Show All', context: 'menu' }),
  reload: t(i18n)({ message: 'Reload', context: 'menu' }),
  togglefullscreen: t(i18n)({ message: 'Toggle Full Screen', context: 'menu' }),
  toggleDevTools: t(i18n)({ message: 'Toggle Developer Tools', context: 'menu' }),
  minimize: t(i18n)({ message: 'Minimize', context: 'menu' }),
  zoom: t(i18n)({ message: 'Zoom', context: 'menu' }),
  front: t(i18n)({ message: 'Bring All to Front', context: 'menu' }),
})

/** Returns a menu item that does what its role says, labelled in the app's language. */
export const roleItem = (role: keyof ReturnType<typeof makeLabels>): MenuItemConstructorOptions => ({
  role,
  label: makeLabels()[role],
})
