import * as z from 'zod'
import { LOOPBACK } from '#schema/desktop.ts'

export interface Updater {
  /** Whether a quit installs a downloaded update; electron-updater's default. */
  autoInstallOnAppQuit: boolean
  setFeedURL(options: { provider: 'generic'; url: string }): void
  on(event: 'update-downloaded', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  checkForUpdates(): Promise<unknown>
  quitAndInstall(): void
}

/**
 * Returns whether an update feed is trusted: its programs run unchecked, so plain http is allowed only on this
 * machine.
 */
export function isSafeFeed(feed: string): boolean {
  if (!URL.canParse(feed)) return false
  const { protocol, hostname } = new URL(feed)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

/** Checks for a newer version now. */
export type UpdateCheck = () => Promise<'none' | 'found' | 'failed'>

/** Starts the installation and returns whether it started. `onFailure` is called if it fails later. */
export type Install = (onFailure?: () => void) => boolean

const INTERVAL = 6 * 3_600_000

/**
 * Checks for newer versions at the start and every six hours. Without a feed it sends no request and returns null.
 */
export async function followUpdates({
  feed,
  packaged,
  installsOnQuit,
  load,
  onReady,
}: {
  feed: string | null
  packaged: boolean
  /** Whether a quit may install an update. A deb requires a password, and a quit must not ask for one. */
  installsOnQuit: boolean
  load(): Promise<Updater>
  onReady(install: Install): void
}): Promise<UpdateCheck | null> {
  if (feed === null || !packaged || !isSafeFeed(feed)) return null
  const updater = await load()
  updater.setFeedURL({ provider: 'generic', url: feed })
  updater.autoInstallOnAppQuit = installsOnQuit
  let failed = false
  let reportFailure: () => void = () => undefined
  updater.on('update-downloaded', () =>
    onReady((onFailure) => {
      failed = false
      reportFailure = onFailure ?? reportFailure
      updater.quitAndInstall()
      return !failed
    }),
  )
  // An unreachable feed is requested again later, without a message.
  updater.on('error', () => {
    failed = true
    reportFailure()
  })
  const check: UpdateCheck = async () => {
    try {
      const found = z
        .looseObject({ isUpdateAvailable: z.boolean() })
        .safeParse(await updater.checkForUpdates())
      return found.success && found.data.isUpdateAvailable ? 'found' : 'none'
    } catch {
      return 'failed'
    }
  }
  void check()
  setInterval(() => void check(), INTERVAL).unref()
  return check
}
