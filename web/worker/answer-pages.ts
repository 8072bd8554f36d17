import { goQuiet } from './go-quiet.ts'
import { isWorkerMessage } from './worker-messages.ts'

interface AnswerPagesDeps {
  /** The version of the app that the worker belongs to. */
  version: string
  keepApp(frugal: boolean): Promise<void>
}

/** Answers the messages of pages. */
export function answerPages(scope: ServiceWorkerGlobalScope, { version, keepApp }: AnswerPagesDeps): void {
  scope.addEventListener('message', (event) => {
    const { data, ports } = event
    if (!isWorkerMessage(data)) return
    if (data.type === 'version') ports[0]?.postMessage(version)
    // The next page tries again.
    if (data.type === 'keep-app') event.waitUntil(keepApp(data.frugal).catch(() => undefined))
    if (data.type === 'go-quiet') event.waitUntil(goQuiet(scope).catch(() => undefined))
    if (data.type === 'take-over') event.waitUntil(takeOver(scope))
  })
}

/** Becomes the active worker if one page is open. Others may still need the files of the active one. */
async function takeOver(scope: ServiceWorkerGlobalScope) {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length <= 1) await scope.skipWaiting()
}
