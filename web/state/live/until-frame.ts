/** Milliseconds after which a page that paints no frame goes on without one. */
const PATIENCE = 100

type FrameWindow = Pick<Window, 'document' | 'requestAnimationFrame' | 'setTimeout'>

/** Returns a function that resolves just before the page paints its next frame; at once while the page is hidden. */
export const createFrameWait = (window: FrameWindow) => (): Promise<void> =>
  window.document.visibilityState === 'hidden'
    ? Promise.resolve()
    : new Promise((resolve) => {
        window.requestAnimationFrame(() => resolve())
        window.setTimeout(resolve, PATIENCE)
      })
