import type { IncomingMessage } from 'node:http'
import { ApiError } from './errors.ts'

const MAX_BYTES = 64 * 1024

/** @throws ApiError TOO_LARGE above 64 KiB */
export async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  const [only] = chunks
  return chunks.length === 1 && only ? only.toString('utf8') : Buffer.concat(chunks).toString('utf8')
}

const tooLarge = () => new ApiError('TOO_LARGE', 'This is too large: at most 64 KiB are accepted.')

/** An empty body stands for an empty object. @throws ApiError INVALID */
export function parseJson(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('INVALID', 'The body is not valid JSON.')
  }
}
