import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

export interface Transfers {
  requests: number
  /** Kilobytes of pages, scripts, styles and answers, in gzip. Fonts and pictures count as requests only. */
  kilobytes: number
}

const isCode = (response: Response) =>
  ['document', 'script', 'stylesheet', 'fetch'].includes(response.request().resourceType()) &&
  // A live stream has no end.
  !response.url().includes('/subscribe/')

/** Watches what a page loads. The returned function tells what it has loaded since the last call. */
export function watchTransfers(page: Page): () => Promise<Transfers> {
  let requests = 0
  let bodies: Promise<Buffer>[] = []
  page.on('request', () => {
    requests += 1
  })
  page.on('response', (response) => {
    // An answer that a page left behind has no body.
    if (isCode(response)) bodies.push(response.body().catch(() => Buffer.alloc(0)))
  })
  return async function take() {
    const [count, taken] = [requests, bodies]
    requests = 0
    bodies = []
    const sizes = (await Promise.all(taken)).map((body) => gzipSync(body).length)
    return { requests: count, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1024 }
  }
}
