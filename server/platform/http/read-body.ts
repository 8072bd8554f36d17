import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type Sentence, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { refuseUnstorableText } from './request-text.ts'

const MAX_BYTES = 64 * 1024
const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)$/
const UTF_8 = /^(utf-?8|us-ascii)$/

/**
 * Returns the body as text.
 * @throws ApiError TOO_LARGE above 64 KiB, UNSUPPORTED_TYPE for a compressed body or another charset than UTF-8,
 * INVALID for bytes that are not UTF-8
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw unsupported(text('Compressed bodies are not accepted. Send the body without Content-Encoding.'))
  const { charset } = contentTypeOf(request)
  if (charset !== null && !UTF_8.test(charset)) throw unsupported(text('The body must be encoded as UTF-8.'))
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge()
  const bytes = await bytesOf(request)
  if (!isUtf8(bytes)) throw new ApiError('INVALID', text('The body is not valid UTF-8.'))
  return bytes.toString('utf8')
}

/** Listens to events, because an async iterator costs a promise and several turns of the event loop for each chunk. */
const bytesOf = (request: IncomingMessage) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (error: Error) => {
      request.removeAllListeners('data').pause()
      reject(error)
    }
    if (request.destroyed && !request.readableEnded) return reject(left())
    const closed = () => stop(left())
    request
      .on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_BYTES) stop(tooLarge())
        else chunks.push(chunk)
      })
      .once('end', () => {
        // Every request closes after its end. An error that is not read would still record its stack.
        request.off('close', closed)
        const [only] = chunks
        resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks))
      })
      .once('error', stop)
      .once('close', closed)
  })

/** The error of Node's own streams when the client leaves in the middle of its body. */
const left = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

/**
 * Checks that a body is declared as JSON. A missing Content-Type is accepted, and text/plain from beacons, which
 * browsers send with that type (spec §7).
 * @throws ApiError UNSUPPORTED_TYPE
 */
export function requireJsonType(request: IncomingMessage, beacon: boolean): void {
  const { type } = contentTypeOf(request)
  if (type === null || JSON_TYPE.test(type) || (beacon && type === 'text/plain')) return
  throw unsupported(text('The body must be JSON, with the Content-Type application/json.'))
}

/**
 * Returns the JSON object that the body holds; an empty body stands for an empty object. Only an escape can hold NUL or half
 * of a surrogate pair: `readBody` returns what UTF-8 encodes, and JSON allows no control characters in strings.
 * @throws ApiError INVALID, also for text that cannot be stored
 */
export function parseJsonObject(body: string): object {
  if (body === '') return {}
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new ApiError('INVALID', text('The body is not valid JSON.'))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('INVALID', text('The body must be a JSON object.'))
  if (body.includes(String.raw`\u`)) refuseUnstorableText(value)
  return value
}

/** Returns media type and charset in lower case; null for what the header omits. */
function contentTypeOf({ headers }: IncomingMessage): { type: string | null; charset: string | null } {
  if (headers['content-type'] === 'application/json') return { type: 'application/json', charset: null }
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(one)?.[1]).find(Boolean)
  return { type: type.trim() || null, charset: charset ?? null }
}

const tooLarge = () => new ApiError('TOO_LARGE', text('This request is too large. The limit is 64 KiB.'))
const unsupported = (message: Sentence) => new ApiError('UNSUPPORTED_TYPE', message)
