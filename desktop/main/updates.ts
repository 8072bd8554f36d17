import { LOOPBACK } from '#schema/desktop.ts'

export interface Updater {
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

const EVERY = 6 * 3_600_000

/** Looks for newer versions where a feed is set; without one the app never asks anybody. Answers how to restart into one. */
export async function followUpdates({
  feed,
  packaged,
  load,
  onReady,
}: {
  feed: string | null
  packaged: boolean
  load(): Promise<Updater>
  /** `install` starts it, and answers whether that could be done. */
  onReady(install: () => boolean): void
}): Promise<void> {
  if (feed === null || !packaged || !isSafeFeed(feed)) return
  const updater = await load()
  updater.setFeedURL({ provider: 'generic', url: feed })
  let failed = false
  updater.on('update-downloaded', () =>
    onReady(() => {
      failed = false
      updater.quitAndInstall()
      return !failed
    }),
  )
  // A feed that cannot be reached is asked again later; nobody needs to hear of it.
  updater.on('error', () => {
    failed = true
  })
  const check = () => void updater.checkForUpdates().catch(() => undefined)
  check()
  setInterval(check, EVERY).unref()
}
