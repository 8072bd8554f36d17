import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHistoryLayers, type HistoryLayer } from '#web/ui/history-layers.ts'

const CHAT: Pick<HistoryLayer, 'id' | 'lowest'> = { id: 'chat', lowest: true }
const SETTINGS = { id: 'settings' }

/** A tab's history as in browsers: a traversal arrives later, and then emits an event. */
function createTab(states: unknown[] = [{ key: 'home', idx: 0 }]) {
  const entries = [...states]
  const events = new EventTarget()
  let at = entries.length - 1
  const go = (delta = 0) => {
    setTimeout(() => {
      if (!(at + delta in entries)) return
      at += delta
      events.dispatchEvent(new Event('popstate'))
    }, 5)
  }
  const history = {
    get state() {
      return entries[at]
    },
    pushState(state: unknown) {
      entries.splice(at + 1, entries.length, state)
      at += 1
    },
    replaceState(state: unknown) {
      entries[at] = state
    },
    go,
  }
  return {
    history,
    events,
    /** Opens another page, like the router. */
    link: (key: string) => history.pushState({ key, idx: at + 1, usr: null }),
    entries: () => entries.length,
    position: () => at,
  }
}

/** The layers of a tab, used like a component: it opens, and is removed by its close callback. */
function setUp(states?: unknown[]) {
  const tab = createTab(states)
  const layers = createHistoryLayers(tab)
  const removals = new Map<string, () => void>()
  const isOpen = (id: string) => removals.has(id)
  const close = (id: string) => {
    removals.get(id)?.()
    removals.delete(id)
  }
  const open = (layer: Pick<HistoryLayer, 'id' | 'lowest'>, page = 'home') =>
    removals.set(layer.id, layers.open({ ...layer, page, close: () => close(layer.id) }))
  const settled = () => vi.advanceTimersByTimeAsync(50)
  const step = async (delta: number) => {
    tab.history.go(delta)
    await settled()
  }
  return { tab, layers, open, close, isOpen, settled, back: () => step(-1), forward: () => step(1) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the history entries of open layers', () => {
  // covers: design-back-closes-layers
  it('close the topmost layer with each Back, and do not leave the page', async () => {
    const { tab, open, isOpen, settled, back } = setUp([
      { key: 'elsewhere', idx: 0 },
      { key: 'home', idx: 1 },
    ])
    open(CHAT)
    await settled()
    open(SETTINGS)
    await settled()
    expect(tab.entries()).toBe(4)
    await back()
    expect([isOpen('chat'), isOpen('settings')]).toEqual([true, false])
    await back()
    expect([isOpen('chat'), isOpen('settings')]).toEqual([false, false])
    expect(tab.history.state).toMatchObject({ key: 'home' })
  })

  // covers: design-dialog-leaves-no-history-entry
  it('disappear when a layer is closed by its button', async () => {
    const { tab, open, close, settled } = setUp()
    open(SETTINGS)
    await settled()
    close('settings')
    await settled()
    expect(tab.position()).toBe(0)
  })

  it('serve again when one layer replaces another at the same time', async () => {
    const { tab, open, close, isOpen, settled, back } = setUp()
    open(SETTINGS)
    await settled()
    close('settings')
    open({ id: 'profile' })
    await settled()
    expect(tab.position()).toBe(1)
    await back()
    expect(isOpen('profile')).toBe(false)
    expect(tab.position()).toBe(0)
  })

  it('wait for a removal in progress before another layer gets its entry', async () => {
    const { tab, open, close, settled, back, isOpen } = setUp([
      { key: 'elsewhere', idx: 0 },
      { key: 'home', idx: 1 },
    ])
    open(SETTINGS)
    await settled()
    close('settings')
    await vi.advanceTimersByTimeAsync(1)
    open({ id: 'report' })
    await settled()
    expect(tab.position()).toBe(2)
    await back()
    expect(isOpen('report')).toBe(false)
    expect(tab.history.state).toMatchObject({ key: 'home' })
  })

  it('put the chat below a dialog that opened before it', async () => {
    const { open, isOpen, settled, back } = setUp()
    open(SETTINGS)
    open(CHAT)
    await settled()
    await back()
    expect([isOpen('chat'), isOpen('settings')]).toEqual([true, false])
  })

  it('reopen a layer with Forward', async () => {
    const { tab, layers, open, isOpen, settled, back, forward } = setUp()
    layers.restore('settings', 'home', () => open(SETTINGS))
    open(SETTINGS)
    await settled()
    await back()
    await forward()
    expect(isOpen('settings')).toBe(true)
    expect([tab.position(), tab.entries()]).toEqual([1, 2])
  })

  it('end at once when Forward cannot reopen the layer', async () => {
    const { tab, open, settled, back, forward } = setUp()
    open({ id: 'report' })
    await settled()
    await back()
    await forward()
    expect(tab.position()).toBe(0)
  })

  // covers: design-history-after-reload
  it('reopen a layer after a reload', async () => {
    const { tab, layers, open, isOpen, settled } = setUp([
      { key: 'home', idx: 0 },
      { key: 'home', idx: 1, layers: ['settings'] },
    ])
    layers.restore('settings', 'home', () => open(SETTINGS))
    layers.show('home')
    await settled()
    expect(isOpen('settings')).toBe(true)
    expect(tab.position()).toBe(1)
  })

  // covers: design-history-after-reload
  it('end after a reload that cannot reopen the layer', async () => {
    const { tab, layers, settled } = setUp([
      { key: 'home', idx: 0 },
      { key: 'home', idx: 1, layers: ['report'] },
    ])
    layers.show('home')
    await settled()
    expect(tab.position()).toBe(0)
  })

  it('stay behind a page that a link in the layer opens, and reopen the layer on the way back', async () => {
    const { tab, layers, open, close, isOpen, settled, back } = setUp()
    open(SETTINGS)
    await settled()
    tab.link('terms')
    close('settings')
    layers.show('terms')
    await settled()
    expect(tab.history.state).toMatchObject({ key: 'terms' })
    await back()
    layers.restore('settings', 'home', () => open(SETTINGS))
    layers.show('home')
    await settled()
    expect(isOpen('settings')).toBe(true)
    expect(tab.position()).toBe(1)
  })

  it('stay unchanged until the router shows the page that was navigated to', async () => {
    const { tab, open, close, settled } = setUp()
    open(CHAT)
    open(SETTINGS)
    await settled()
    tab.link('terms')
    close('settings')
    await settled()
    expect(tab.history.state).toEqual({ key: 'terms', idx: 3, usr: null })
  })

  it('keep a layer that refuses to close, and the page below it', async () => {
    const { tab, layers, settled, back } = setUp()
    layers.open({ id: 'payment', page: 'home', close: () => undefined })
    await settled()
    await back()
    expect(tab.position()).toBe(1)
    expect(layers.isAt('payment')).toBe(true)
  })

  it('never go back beyond the first entry of the app', async () => {
    const { tab, layers, settled } = setUp([{ key: 'home', idx: 0, layers: ['report'] }])
    layers.show('home')
    await settled()
    expect(tab.history.state).toEqual({ key: 'home', idx: 0, layers: [] })
  })
})
