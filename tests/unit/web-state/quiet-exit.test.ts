import { describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '#web/data/storage-keys.ts'
import { exitQuietly } from '#web/state/quiet/exit-quietly.ts'
import { stayQuiet } from '#web/state/quiet/stay-quiet.ts'

interface Options {
  /** How the browser came to the page. */
  type?: string
  wasDiscarded?: boolean
  forbidsStorage?: boolean
}

/** A browser whose tabs share a storage. */
function aBrowser() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { storage, open: (options: Options = {}) => aTab(storage, options) }
}

function aTab(storage: object, { type = 'navigate', wasDiscarded = false, forbidsStorage = false }: Options) {
  const icon = new Map([['href', '/logo.svg']])
  const places: string[] = []
  const told: unknown[] = []
  const badges: string[] = []
  const page = { hidden: false, lang: 'en' }
  const document = Object.assign(new EventTarget(), {
    documentElement: page,
    title: 'Chat · Rapport',
    visibilityState: 'hidden',
    wasDiscarded,
    querySelector: () => ({ setAttribute: (name: string, value: string) => void icon.set(name, value) }),
  })
  const window = Object.assign(new EventTarget(), {
    document,
    location: { replace: (to: string) => void places.push(to), reload: () => void places.push('reload') },
    performance: { getEntriesByType: () => [{ type }] },
    navigator: {
      serviceWorker: { controller: { postMessage: (message: unknown) => void told.push(message) } },
      clearAppBadge: async () => void badges.push('cleared'),
    },
  })
  Object.defineProperty(window, 'localStorage', {
    get() {
      if (forbidsStorage) throw new DOMException('denied', 'SecurityError')
      return storage
    },
  })
  const asWindow = window as unknown as Window
  return {
    window: asWindow,
    places,
    told,
    badges,
    leavesAtOnce: stayQuiet(asWindow),
    /** What a look at the tab shows. */
    look: () => ({ isHidden: page.hidden, title: document.title, icon: icon.get('href') }),
    hear: () => window.dispatchEvent(new Event('storage')),
    show() {
      document.visibilityState = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))
    },
    restore: () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  }
}

const NEUTRAL = '/today.html'

describe('exitQuietly', () => {
  // covers: beyond-quiet-exit-tabs, beyond-quiet-exit-notifications
  it('hides the page, its title and its icon before it leaves, and tells the worker', () => {
    const { open, storage } = aBrowser()
    const tab = open()
    exitQuietly({ window: tab.window, storage, desktop: null })
    expect(tab.look()).toMatchObject({ isHidden: true, icon: 'data:,' })
    expect(tab.look().title).not.toContain('Rapport')
    expect(tab.places).toEqual([NEUTRAL])
    expect(tab.told).toEqual([{ type: 'go-quiet' }])
    expect(tab.badges).toEqual(['cleared'])
  })

  // covers: beyond-quiet-exit-desktop
  it('leaves the page as it is in the desktop app, which hides its window', () => {
    const { open, storage } = aBrowser()
    const tab = open()
    let hidden = 0
    const hideQuietly = () => {
      hidden += 1
    }
    exitQuietly({ window: tab.window, storage, desktop: { hideQuietly } })
    expect([hidden, tab.places, tab.told]).toEqual([1, [], []])
    expect(tab.look().isHidden).toBe(false)
    expect(storage.getItem(STORAGE_KEYS.quietExit)).toBeNull()
  })
})

describe('stayQuiet', () => {
  function hiddenBrowser() {
    const browser = aBrowser()
    const [first, second] = [browser.open(), browser.open()]
    exitQuietly({ ...browser, window: first.window, desktop: null })
    return { ...browser, first, second }
  }

  // covers: beyond-quiet-exit-tabs
  it('leaves in the other tabs too, and in a frozen one when it is looked at', () => {
    const { second } = hiddenBrowser()
    second.hear()
    expect(second.places).toEqual([NEUTRAL])
    const { second: frozen } = hiddenBrowser()
    frozen.show()
    expect(frozen.places).toEqual([NEUTRAL])
  })

  // covers: beyond-quiet-exit-history
  it.each([
    ['Back or Forward', { type: 'back_forward' }],
    ['a tab that the browser had discarded', { wasDiscarded: true }],
  ])('leaves again after %s', (_, options) => {
    const { open } = hiddenBrowser()
    const tab = open(options)
    expect([tab.leavesAtOnce, tab.places, tab.look().isHidden]).toEqual([true, [NEUTRAL], true])
  })

  // covers: beyond-quiet-exit-history
  it('leaves again when the browser restores the page from its cache', () => {
    const { first } = hiddenBrowser()
    first.restore()
    expect(first.places).toEqual([NEUTRAL, NEUTRAL])
  })

  // covers: beyond-quiet-exit-return
  it('ends when the member opens the app, also for a page that the browser restores later', () => {
    const { open, first, storage } = hiddenBrowser()
    const opened = open()
    expect([opened.leavesAtOnce, opened.places, opened.look().isHidden]).toEqual([false, [], false])
    expect(storage.getItem(STORAGE_KEYS.quietExit)).toBeNull()
    first.restore()
    expect(first.places).toEqual([NEUTRAL, 'reload'])
    expect(open({ type: 'back_forward' }).leavesAtOnce).toBe(false)
  })

  it('does nothing where the browser forbids storage', () => {
    const tab = aBrowser().open({ forbidsStorage: true, type: 'back_forward' })
    tab.hear()
    expect([tab.leavesAtOnce, tab.places]).toEqual([false, []])
  })
})
