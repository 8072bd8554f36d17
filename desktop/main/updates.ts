export interface Updater {
  setFeedURL(options: { provider: 'generic'; url: string }): void
  on(event: 'update-downloaded', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  checkForUpdates(): Promise<unknown>
  quitAndInstall(): void
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
  onReady(restart: () => void): void
}): Promise<void> {
  if (feed === null || !packaged) return
  const updater = await load()
  updater.setFeedURL({ provider: 'generic', url: feed })
  updater.on('update-downloaded', () => onReady(() => updater.quitAndInstall()))
  // A feed that cannot be reached is asked again later; nobody needs to hear of it.
  updater.on('error', () => undefined)
  const check = () => void updater.checkForUpdates().catch(() => undefined)
  check()
  setInterval(check, EVERY).unref()
}
