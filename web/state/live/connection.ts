import type { LiveStream } from './live-stream.ts'

interface ConnectionDeps {
  /** Where the browser tells of its network. */
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Where the browser tells that the page is looked at again. */
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  stream: Pick<LiveStream, 'wake'>
}

/**
 * Has the live stream check its connection when the browser's network changes and when the page comes back to the front,
 * as after sleep. Returns a function that stops it.
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
