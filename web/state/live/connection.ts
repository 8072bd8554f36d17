import type { LiveStream } from './live-stream.ts'

interface ConnectionDeps {
  /** Emits `online`, `offline`, `focus` and `pageshow`. */
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Emits `visibilitychange`, and `resume` when the browser thaws a frozen tab. */
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  stream: Pick<LiveStream, 'wake'>
}

/**
 * Wakes the live stream when the network changes and when the member looks at the page again, for example after sleep.
 * Returns a function that stops watching.
 */
export function watchConnection({ window, document, stream }: ConnectionDeps): () => void {
  const onNetwork = () => stream.wake({ doubtful: true })
  const onVisible = () => {
    if (document.visibilityState === 'visible') stream.wake()
  }
  const watched: [Pick<EventTarget, 'addEventListener' | 'removeEventListener'>, string, () => void][] = [
    [window, 'online', onNetwork],
    [window, 'offline', onNetwork],
    [window, 'focus', onVisible],
    [window, 'pageshow', onVisible],
    [document, 'resume', onVisible],
    [document, 'visibilitychange', onVisible],
  ]
  for (const [target, event, listener] of watched) target.addEventListener(event, listener)
  return () => {
    for (const [target, event, listener] of watched) target.removeEventListener(event, listener)
  }
}
