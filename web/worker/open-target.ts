import { addressOf, OPEN_TARGET, type PushTarget } from '../data/push-target.ts'
import type { Page, PushScope } from './push-scope.ts'

/** How long a page may take to answer, in milliseconds. One that cannot open the target does not answer. */
const ANSWER_WITHIN = 1_000

/** Brings a page of the app to the front and opens the target in it. Opens a new page if there is none. */
export async function openTarget({ clients }: Pick<PushScope, 'clients'>, target: PushTarget): Promise<void> {
  // The first page is the one that was used last.
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  if (!page) return void (await clients.openWindow(addressOf(target)))
  await page.focus().catch(() => undefined)
  if (await opens(page, target)) return
  // A page that this worker does not control cannot be led to another address.
  await page.navigate(addressOf(target)).catch(() => clients.openWindow(addressOf(target)))
}

/** Asks the page to open the target. Returns whether it does. */
function opens(page: Page, target: PushTarget): Promise<boolean> {
  const { port1: answer, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ANSWER_WITHIN)
  answer.onmessage = () => resolve(true)
  page.postMessage({ type: OPEN_TARGET, ...target }, [port2])
  return promise.finally(() => {
    clearTimeout(timer)
    answer.close()
  })
}
