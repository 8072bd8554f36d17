import { beforeEach, describe, expect, it, vi } from 'vitest'
import { closeWithEscape } from '#web/ui/close-with-escape.ts'

/** An element that matches these selectors. */
class Part extends EventTarget {
  readonly #selectors: readonly string[]
  constructor(...selectors: string[]) {
    super()
    this.#selectors = selectors
  }
  matches = (selector: string) => this.#selectors.includes(selector)
}

interface Pressed {
  key?: string
  defaultPrevented?: boolean
  repeat?: boolean
  target?: Part
  isInside?: boolean
}

/** Presses a key in a dialog. Returns whether that closed it, and whether other handlers of the key learn that. */
function press({ key = 'Escape', target = new Part(), isInside = true, ...native }: Pressed = {}) {
  const close = vi.fn()
  const preventDefault = vi.fn()
  const nativeEvent = {
    key,
    repeat: false,
    isComposing: false,
    keyCode: 27,
    defaultPrevented: false,
    ...native,
  }
  const event = { nativeEvent, target, currentTarget: { contains: () => isInside }, preventDefault }
  closeWithEscape(close)(event)
  return { closes: close.mock.calls.length === 1, isHandled: preventDefault.mock.calls.length === 1 }
}

const LEFT_OPEN = { closes: false, isHandled: false }

describe('Escape in a dialog', () => {
  beforeEach(() => {
    vi.stubGlobal('Element', Part)
    return () => vi.unstubAllGlobals()
  })

  // covers: design-escape-beside-toast
  it('closes the dialog also where a toast opened later', () => {
    expect(press()).toEqual({ closes: true, isHandled: true })
  })

  it.each<[string, Pressed]>([
    ['another key was pressed', { key: 'Enter' }],
    ['the key is still held', { repeat: true }],
    ['the key has closed the dialog or its list already', { defaultPrevented: true }],
    ['the focus is in a menu that the dialog opened', { isInside: false }],
    ['the key closes open suggestions', { target: new Part('[role="combobox"][aria-expanded="true"]') }],
  ])('leaves the dialog open when %s', (_, pressed) => {
    expect(press(pressed)).toEqual(LEFT_OPEN)
  })
})
