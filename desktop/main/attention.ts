import type { BrowserWindow } from 'electron'
import type { ElectronModule } from './electron.ts'

export interface Attention {
  attentive(): boolean
  onChange(listener: (attentive: boolean) => void): void
}

/** Whether somebody looks at the window: it is shown, in front, and the screen is not locked. */
export function watchAttention(
  window: BrowserWindow,
  powerMonitor: ElectronModule['powerMonitor'],
): Attention {
  const listeners: ((attentive: boolean) => void)[] = []
  let locked = false
  let last = false
  const attentive = () => !locked && window.isVisible() && !window.isMinimized() && window.isFocused()
  function look() {
    if (window.isDestroyed() || attentive() === last) return
    last = attentive()
    for (const listener of listeners) listener(last)
  }
  window.on('focus', look)
  window.on('blur', look)
  window.on('show', look)
  window.on('hide', look)
  window.on('minimize', look)
  window.on('restore', look)
  powerMonitor.on('lock-screen', () => {
    locked = true
    look()
  })
  powerMonitor.on('unlock-screen', () => {
    locked = false
    look()
  })
  return {
    attentive: () => !window.isDestroyed() && attentive(),
    onChange: (listener) => void listeners.push(listener),
  }
}
