import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { BrowserWindow } from 'electron'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from './electron.ts'
import type { UpdateCheck } from './updates/updates.ts'

type Outcome = Awaited<ReturnType<UpdateCheck>> | 'off'

/** Checks for a newer version and shows the outcome. `check` is null without an update feed. */
export async function checkForUpdates({
  electron: { app, dialog },
  window,
  check,
}: {
  electron: Pick<ElectronModule, 'app' | 'dialog'>
  window: BrowserWindow
  check: UpdateCheck | null
}) {
  const outcome: Outcome = check ? await check() : 'off'
  const product = PRODUCT.name
  const texts: Record<Outcome, { message: string; detail: string }> = {
    off: {
      message: t(i18n)`This copy of ${product} doesn't look for updates.`,
      detail: t(i18n)`Get new versions where you got this one.`,
    },
    none: {
      message: t(i18n)`${product} is up to date.`,
      detail: t(i18n)`You have version ${{ version: app.getVersion() }}.`,
    },
    found: {
      message: t(i18n)`An update is on its way.`,
      detail: t(i18n)`When it is ready, you can restart into it from the tray menu.`,
    },
    failed: {
      message: t(i18n)`We couldn't check for updates.`,
      detail: t(i18n)`Check your connection and try again.`,
    },
  }
  if (window.isDestroyed()) return
  window.show()
  await dialog.showMessageBox(window, {
    type: 'info',
    title: PRODUCT.name,
    buttons: [t(i18n)`OK`],
    ...texts[outcome],
  })
}

/** Sets the app's name and version in the system's about panel. */
export function describeApp({ app }: Pick<ElectronModule, 'app'>) {
  app.setAboutPanelOptions({
    applicationName: PRODUCT.name,
    applicationVersion: app.getVersion(),
    // macOS shows Electron's own build number otherwise.
    version: '',
    copyright: t(i18n)`MIT licence`,
  })
}

/** Checks spelling in the languages of the system. Chromium downloads their dictionaries, except on macOS. */
export function spellAsTheSystem(
  { app, session }: Pick<ElectronModule, 'app' | 'session'>,
  platform: NodeJS.Platform,
) {
  // macOS provides its own spell checker, which detects the language.
  if (platform === 'darwin') return
  const { defaultSession } = session
  const available = defaultSession.availableSpellCheckerLanguages
  const fitting = app
    .getPreferredSystemLanguages()
    .flatMap(
      (tag) =>
        available.find((one) => one === tag) ?? available.find((one) => one === tag.split('-')[0]) ?? [],
    )
  if (fitting.length > 0) defaultSession.setSpellCheckerLanguages([...new Set(fitting)])
}
