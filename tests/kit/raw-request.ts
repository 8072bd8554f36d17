import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** One HTTP call with exactly these headers, even Host and Origin, which `fetch` does not let a caller set. */
export function rawRequest(
  base: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { method, headers, agent: false }, (answer) => {
      text(answer).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: read }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
