import { BACKGROUND_HEADER, TIMING } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import type { Store } from '../store.ts'

interface ReportVisibilityDeps {
  api: Api
  /** The id of the page, a UUID. */
  page: string
  /** Whether the member looks at the page. */
  isVisible: Store<boolean>
  window: EventTarget
  document: EventTarget
}

/**
 * Reports whether the member looks at this page. The server sends no push messages while they do. Returns a function that
 * stops this.
 */
export function reportVisibility({ api, page, isVisible, window, document }: ReportVisibilityDeps) {
  let reported = false
  let timer: ReturnType<typeof setInterval> | undefined

  function report(visible: boolean) {
    clearInterval(timer)
    if (visible) timer = setInterval(() => send(true), TIMING.visiblePageRepeat)
    if (visible === reported) return
    reported = visible
    send(visible)
  }
  /** The next report follows anyway, or the server forgets this page. */
  const send = (visible: boolean) =>
    void api
      .call('reportVisibility', {
        body: { page, visible },
        headers: { [BACKGROUND_HEADER]: '1' },
        keepalive: true,
      })
      .catch(() => undefined)

  const onChange = () => report(isVisible.getState())
  const onLeave = () => report(false)
  const stop = isVisible.subscribe(onChange)
  window.addEventListener('pagehide', onLeave)
  document.addEventListener('freeze', onLeave)
  window.addEventListener('pageshow', onChange)
  document.addEventListener('resume', onChange)
  onChange()
  return () => {
    stop()
    window.removeEventListener('pagehide', onLeave)
    document.removeEventListener('freeze', onLeave)
    window.removeEventListener('pageshow', onChange)
    document.removeEventListener('resume', onChange)
    report(false)
  }
}
