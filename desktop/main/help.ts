import type { BrowserWindow } from 'electron'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from './electron.ts'
import type { UpdateCheck } from './updates.ts'

type Outcome = Awaited<ReturnType<UpdateCheck>> | 'off'

/** Asks for a newer version and tells the person the outcome. Without a feed there is nothing to ask. */
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
  const told: Record<Outcome, { message: string; detail: string }> = {
    off: {
      message: `This copy of ${PRODUCT.name} doesn't look for updates.`,
      detail: 'Get new versions where you got this one.',
    },
    none: { message: `${PRODUCT.name} is up to date.`, detail: `You have version ${app.getVersion()}.` },
    found: {
      message: 'An update is on its way.',
      detail: 'When it is ready, you can restart into it from the tray menu.',
    },
    failed: { message: "We couldn't check for updates.", detail: 'Check your connection and try again.' },
  }
  if (window.isDestroyed()) return
  window.show()
  await dialog.showMessageBox(window, {
    type: 'info',
    title: PRODUCT.name,
    buttons: ['OK'],
    ...told[outcome],
  })
}

/** Says in the panel of the system which app this is, and in which version. */
export function describeApp({ app }: Pick<ElectronModule, 'app'>) {
  app.setAboutPanelOptions({
    applicationName: PRODUCT.name,
    applicationVersion: app.getVersion(),
    // macOS shows Electron's own build number otherwise.
    version: '',
    copyright: 'MIT licence',
  })
}

/** Spells in the languages of the system. Their dictionaries are downloaded by Chromium, except on macOS. */
export function spellAsTheSystem(
  { app, session }: Pick<ElectronModule, 'app' | 'session'>,
  platform: NodeJS.Platform,
) {
  // macOS has a speller of its own, which finds the language by itself.
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
