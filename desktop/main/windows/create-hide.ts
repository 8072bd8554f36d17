import type { BrowserWindow } from 'electron'

/**
 * Returns a function that hides the window. On macOS it must leave full screen first, or it leaves a black Space; an event ends
 * the transition.
 */
export function createHide(window: BrowserWindow, platform: NodeJS.Platform): () => void {
  let leavesFullScreen = false
  return () => {
    if (platform !== 'darwin' || !window.isFullScreen()) return window.hide()
    if (leavesFullScreen) return
    leavesFullScreen = true
    window.once('leave-full-screen', () => {
      leavesFullScreen = false
      if (!window.isDestroyed()) window.hide()
    })
    window.setFullScreen(false)
  }
}
