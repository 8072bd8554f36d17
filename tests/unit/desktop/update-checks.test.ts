import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  followUpdates,
  type Install,
  isSafeFeed,
  type Updater,
} from '../../../desktop/main/updates/updates.ts'

const FEED = 'https://updates.test/'
const SIX_HOURS = 6 * 3_600_000

class UpdaterDouble extends EventEmitter implements Updater {
  autoInstallOnAppQuit = true
  feeds: unknown[] = []
  checks = 0
  installs = 0
  found: unknown = null
  isFailing = false
  setFeedURL(options: unknown) {
    this.feeds.push(options)
  }
  async checkForUpdates() {
    this.checks += 1
    if (this.found instanceof Error) throw this.found
    return this.found
  }
  quitAndInstall() {
    this.installs += 1
    if (this.isFailing) this.emit('error', new Error('no right to write there'))
  }
}

async function follow(more: Partial<Parameters<typeof followUpdates>[0]> = {}) {
  const updater = new UpdaterDouble()
  const ready: Install[] = []
  const load = vi.fn(async () => updater)
  const check = await followUpdates({
    feed: FEED,
    packaged: true,
    installsOnQuit: true,
    load,
    onReady: (install) => ready.push(install),
    ...more,
  })
  return { updater, ready, check, load }
}

describe('a feed of updates', () => {
  it.each([
    [FEED, true],
    ['http://localhost:8080/', true],
    ['http://127.0.0.1/', true],
    ['http://updates.test/', false],
    ['http://localhost.evil.test/', false],
    ['ftp://localhost/', false],
    ['file:///updates', false],
    ['nonsense', false],
    ['', false],
  ])('counts as safe over https or on this machine only: %s: %s', (feed, isSafe) => {
    expect(isSafeFeed(feed)).toBe(isSafe)
  })

  it.each([
    ['there is none', { feed: null }],
    ['the app runs from its sources', { packaged: false }],
    ['it is not safe', { feed: 'http://updates.test/' }],
  ])('causes no request, and does not load the updater, when %s', async (_, more) => {
    const { check, load } = await follow(more)
    expect([check, load.mock.calls]).toEqual([null, []])
  })
})

describe('the search for updates', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('runs at the start and every six hours, without keeping the app running', async () => {
    const intervals = vi.spyOn(globalThis, 'setInterval')
    const { updater } = await follow()
    expect([updater.checks, updater.feeds]).toEqual([1, [{ provider: 'generic', url: FEED }]])
    vi.advanceTimersByTime(SIX_HOURS - 1)
    expect(updater.checks).toBe(1)
    vi.advanceTimersByTime(1)
    expect(updater.checks).toBe(2)
    vi.advanceTimersByTime(SIX_HOURS)
    expect(updater.checks).toBe(3)
    expect(intervals.mock.results.map(({ value }) => value.hasRef())).toEqual([false])
    intervals.mockRestore()
  })

  it.each([
    [{ isUpdateAvailable: true, more: 1 }, 'found'],
    [{ isUpdateAvailable: false }, 'none'],
    [{ isUpdateAvailable: 'yes' }, 'none'],
    [null, 'none'],
    [new Error('no network'), 'failed'],
  ])('ends for %o with: %s', async (found, outcome) => {
    const { updater, check } = await follow()
    updater.found = found
    expect(await check?.()).toBe(outcome)
  })

  it.each([true, false])('lets a quit install where that is allowed: %s', async (installsOnQuit) => {
    expect((await follow({ installsOnQuit })).updater.autoInstallOnAppQuit).toBe(installsOnQuit)
  })
})

describe('an installation', () => {
  it('becomes possible once the version is downloaded, and returns whether it started', async () => {
    const { updater, ready } = await follow()
    updater.emit('error', new Error('no network'))
    expect(ready).toEqual([])
    updater.emit('update-downloaded')
    expect([ready[0]?.(), updater.installs]).toEqual([true, 1])
    updater.isFailing = true
    expect(ready[0]?.()).toBe(false)
    updater.isFailing = false
    expect([ready[0]?.(), updater.installs]).toEqual([true, 3])
  })

  it('reports a later failure to the last caller', async () => {
    const { updater, ready } = await follow()
    const failures: string[] = []
    updater.emit('update-downloaded')
    ready[0]?.(() => failures.push('first'))
    ready[0]?.(() => failures.push('second'))
    updater.emit('error', new Error('the signature is wrong'))
    ready[0]?.()
    updater.emit('error', new Error('the signature is wrong'))
    expect(failures).toEqual(['second', 'second'])
  })
})
