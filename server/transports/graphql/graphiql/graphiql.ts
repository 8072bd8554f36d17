import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { PRODUCT } from '#schema/product.ts'
import { PAGE_HEADERS } from './page-headers.ts'

interface Page {
  html: Buffer
  gzipped: Buffer
  headers: Record<string, string>
}

/** A browser that goes to the address, rather than a program that asks. */
export const wantsGraphiql = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && (headers.accept ?? '').includes('text/html')

export interface Graphiql {
  send(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** Serves GraphiQL as one page of some megabytes, which is built at the first request. */
export function createGraphiql(): Graphiql {
  let made: Promise<Page> | null = null

  return {
    async send(request, response) {
      made ??= makePage()
      const { html, gzipped, headers } = await made
      if (request.headers['if-none-match'] === headers.ETag) {
        response.writeHead(304, headers).end()
      } else if (/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
        response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' }).end(gzipped)
      } else response.writeHead(200, headers).end(html)
    },
  }
}

async function makePage(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const html = Buffer.from(
    renderGraphiQL({ title: `GraphiQL · ${PRODUCT.name}`, defaultQuery: DEFAULT_QUERY }),
  )
  const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('base64')
  const headers = {
    ...PAGE_HEADERS,
    'Content-Security-Policy': policyFor(`'sha256-${digest(scriptOf(html.toString()))}'`),
    // Kept, but who may see it is asked each time.
    'Cache-Control': 'private, no-cache',
    ETag: `"${digest(html).slice(0, 24)}"`,
    Vary: 'Accept, Accept-Encoding, Cookie',
  }
  return { html, gzipped: await promisify(gzip)(html), headers }
}

const DEFAULT_QUERY = `{
  me {
    displayName
    interests
  }
}
`

function scriptOf(html: string): string {
  const start = html.indexOf('<script>') + '<script>'.length
  return html.slice(start, html.lastIndexOf('</script>'))
}

/** Allows the page's own script, workers, styles and fonts, and nothing from other origins. */
const policyFor = (script: string) =>
  [
    "default-src 'none'",
    `script-src ${script}`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'font-src data:',
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
