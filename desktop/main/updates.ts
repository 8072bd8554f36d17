import * as z from 'zod'
import { LOOPBACK } from '#schema/desktop.ts'

export interface Updater {
  /** Whether a quit installs what was downloaded; electron-updater's default. */
  autoInstallOnAppQuit: boolean
  setFeedURL(options: { provider: 'generic'; url: string }): void
  on(event: 'update-downloaded', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  checkForUpdates(): Promise<unknown>
  quitAndInstall(): void
}

/** What is announced there is run as it comes: over plain http only from the machine itself. */
export function isSafeFeed(feed: string): boolean {
  if (!URL.canParse(feed)) return false
  const { protocol, hostname } = new URL(feed)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

/** Looks for a newer version now. */
export type UpdateCheck = () => Promise<'none' | 'found' | 'failed'>

/** Starts the installation and returns whether it started; `onFailure` reports that it failed after all. */
export type Install = (onFailure?: () => void) => boolean

const EVERY = 6 * 3_600_000

/** Looks for newer versions where a feed is set; without one the app sends no request for updates. */
export async function followUpdates({
  feed,
  packaged,
  installsOnQuit,
  load,
  onReady,
}: {
  feed: string | null
  packaged: boolean
  /** Whether a quit may install: a deb needs a password, which must not be asked of a person who is leaving. */
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
  // A feed that cannot be reached is asked again later, without a word to the person.
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
  setInterval(() => void check(), EVERY).unref()
  return check
}
