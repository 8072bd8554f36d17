import type { LiveStream } from './live-stream.ts'

interface ConnectionDeps {
  /** Emits `online` and `offline`. */
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Emits `visibilitychange`. */
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  stream: Pick<LiveStream, 'wake'>
}

/**
 * Wakes the live stream when the network changes and when the page becomes visible, for example after sleep. Returns
 * a function that stops watching.
 */
export function watchConnection({ window, document, stream }: ConnectionDeps): () => void {
  const onNetwork = () => stream.wake({ doubtful: true })
  const onVisible = () => {
    if (document.visibilityState === 'visible') stream.wake()
  }
  window.addEventListener('online', onNetwork)
  window.addEventListener('offline', onNetwork)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', onNetwork)
    window.removeEventListener('offline', onNetwork)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
