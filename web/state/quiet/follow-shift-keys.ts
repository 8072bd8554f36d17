import type { PageStorage } from '../../data/safe-storage.ts'
import { type ExitQuietlyDeps, exitQuietly } from './exit-quietly.ts'
import { hasShiftKeys } from './shift-keys-setting.ts'
import { createShiftPresses } from './shift-presses.ts'

interface ShiftKeysDeps extends ExitQuietlyDeps {
  window: ExitQuietlyDeps['window'] & EventTarget
  storage: Pick<PageStorage, 'getItem' | 'setItem'>
  isSignedIn(): boolean
  /** What was pressed before this was loaded. */
  early: readonly Event[]
}

/** Leaves the app when a member presses Shift three times, wherever the focus is. */
export function followShiftKeys(deps: ShiftKeysDeps): void {
  const { window, storage, isSignedIn, early } = deps
  const presses = createShiftPresses()

  function hear(event: Event) {
    if (!isKey(event)) return
    if (event.type === 'keydown') presses.down(event)
    else if (presses.up(event) && isSignedIn() && hasShiftKeys(storage)) exitQuietly(deps)
  }
  for (const event of early) hear(event)
  // Captured: no part of the page can keep a key to itself.
  for (const name of ['keydown', 'keyup']) window.addEventListener(name, hear, true)
  // Shift and a click select a text, and a window that lost the focus hears no keys.
  for (const other of ['pointerdown', 'blur']) window.addEventListener(other, presses.reset, true)
}

/** A browser that fills in a form sends key events without a key. */
const isKey = (event: Event): event is KeyboardEvent => 'key' in event && 'isComposing' in event
