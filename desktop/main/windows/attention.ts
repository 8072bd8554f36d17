import type { BrowserWindow } from 'electron'
import type { ElectronModule } from '../electron.ts'

export interface Attention {
  attentive(): boolean
  onChange(listener: (attentive: boolean) => void): void
}

/** Tracks whether the member looks at the window: it is visible, has the focus, and the screen is not locked. */
export function watchAttention(
  window: BrowserWindow,
  powerMonitor: ElectronModule['powerMonitor'],
): Attention {
  const listeners: ((attentive: boolean) => void)[] = []
  let locked = false
  let last = false
  const attentive = () => !locked && window.isVisible() && !window.isMinimized() && window.isFocused()
  function update() {
    if (window.isDestroyed() || attentive() === last) return
    last = attentive()
    for (const listener of listeners) listener(last)
  }
  window.on('focus', update)
  window.on('blur', update)
  window.on('show', update)
  window.on('hide', update)
  window.on('minimize', update)
  window.on('restore', update)
  powerMonitor.on('lock-screen', () => {
    locked = true
    update()
  })
  powerMonitor.on('unlock-screen', () => {
    locked = false
    update()
  })
  return {
    attentive: () => !window.isDestroyed() && attentive(),
    onChange: (listener) => void listeners.push(listener),
  }
}
