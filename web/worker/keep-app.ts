import type { Serwist } from 'serwist'
import type { WorkerFiles } from './worker-files.ts'

/** Requests at a time: what the member is doing goes first. */
const AT_ONCE = 4

interface KeepAppDeps {
  serwist: Pick<Serwist, 'getPrecacheKeyForUrl' | 'precacheStrategy'>
  files: WorkerFiles
  caches: CacheStorage
  fetch: typeof fetch
}

/**
 * Keeps the files of the app that are not kept yet. The shell comes after all that it needs: where it is kept, the app opens.
 * `frugal`: takes the large files only if the browser has loaded them already. @throws Error if a needed one is missing
 */
export async function keepApp(
  { serwist, files, caches, fetch }: KeepAppDeps,
  frugal: boolean,
): Promise<void> {
  const cache = await caches.open(serwist.precacheStrategy.cacheName)

  async function keep(url: string, mode: RequestCache, change = asItIs) {
    const key = serwist.getPrecacheKeyForUrl(url)
    if (key === undefined || (await cache.match(key))) return
    const answer = await fetch(url, { mode: 'same-origin', cache: mode })
    if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`)
    await cache.put(key, await change(answer))
  }

  const mode = frugal ? 'only-if-cached' : 'default'
  await inTurn(files.needed, (url) => keep(url, mode))
  for (const { url } of files.copies) await keep(url, 'reload')
  await keep(files.shell.url, 'reload', (answer) => withCopies(answer, files))
  await inTurn(files.further, (url) => keep(url, mode).catch(() => undefined))
}

const asItIs = async (answer: Response) => answer

/** Returns the page with the copies in place of the scripts that a later version has at the same addresses. */
async function withCopies(answer: Response, { copies }: WorkerFiles): Promise<Response> {
  let page = await answer.text()
  for (const { url } of copies) page = page.replace(`"${new URL(url, answer.url).pathname}"`, `"${url}"`)
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(page, { headers })
}

async function inTurn(urls: readonly string[], act: (url: string) => Promise<void>) {
  for (let next = 0; next < urls.length; next += AT_ONCE)
    await Promise.all(urls.slice(next, next + AT_ONCE).map(act))
}
