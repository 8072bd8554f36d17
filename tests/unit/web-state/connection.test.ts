import { describe, expect, it } from 'vitest'
import { whileBoth } from '#web/state/chat/while-both.ts'
import { watchConnection } from '#web/state/live/connection.ts'
import type { Wake } from '#web/state/live/stream-reader.ts'
import { createStore } from '#web/state/store.ts'

class TestDocument extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'
}

function setUp() {
  const window = new EventTarget()
  const document = new TestDocument()
  const woken: (Wake | undefined)[] = []
  const stop = watchConnection({ window, document, stream: { wake: (wake) => void woken.push(wake) } })
  const become = (state: DocumentVisibilityState) => {
    document.visibilityState = state
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { window, document, become, woken, stop }
}

describe('watching the connection', () => {
  it.each(['online', 'offline'])('wakes the stream as doubtful when the browser is %s', (event) => {
    const { window, woken } = setUp()
    window.dispatchEvent(new Event(event))
    expect(woken).toEqual([{ doubtful: true }])
  })

  it('wakes the stream when the page becomes visible, but not when it is hidden', () => {
    const { become, woken } = setUp()
    become('hidden')
    expect(woken).toEqual([])
    become('visible')
    expect(woken).toEqual([undefined])
  })

  it.each([
    ['gets the focus', 'window', 'focus'],
    ['returns from the cache of the browser', 'window', 'pageshow'],
    ['is no longer frozen', 'document', 'resume'],
  ] as const)('wakes the stream when a visible page %s', (_, target, event) => {
    const { [target]: emitter, document, woken } = setUp()
    emitter.dispatchEvent(new Event(event))
    expect(woken).toEqual([undefined])
    document.visibilityState = 'hidden'
    emitter.dispatchEvent(new Event(event))
    expect(woken).toEqual([undefined])
  })

  it('ends with the returned function', () => {
    const { window, document, become, woken, stop } = setUp()
    stop()
    for (const event of ['online', 'offline', 'focus', 'pageshow']) window.dispatchEvent(new Event(event))
    document.dispatchEvent(new Event('resume'))
    become('visible')
    expect(woken).toEqual([])
  })
})

describe('whileBoth', () => {
  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])('turns %j and %j into %j', (first, second, both) => {
    expect(whileBoth(createStore(first), createStore(second)).getState()).toBe(both)
  })

  it('notifies of changes of either store, until its listener stops', () => {
    const [first, second] = [createStore(true), createStore(false)]
    const both = whileBoth(first, second)
    const told: boolean[] = []
    const stop = both.subscribe(() => told.push(both.getState()))
    second.setState(true)
    first.setState(false)
    expect(told).toEqual([true, false])
    stop()
    first.setState(true)
    second.setState(false)
    expect(told).toEqual([true, false])
  })
})
