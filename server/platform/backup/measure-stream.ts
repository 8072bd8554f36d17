import { createHash, type Hash } from 'node:crypto'
import { Transform } from 'node:stream'

const LINE_BREAK = 0x0a

/** Passes a stream through and measures it. */
export interface StreamMeasure {
  readonly stream: Transform
  bytes(): number
  /** Rows in the text format of COPY, which escapes the line breaks within values. */
  lines(): number
  sha256(): string
}

/** Measures bytes, and what `count` names: a digest of compressed data, or lines of text. */
export function measureStream(count: 'digest' | 'lines', onBytes?: (total: number) => void): StreamMeasure {
  const hash: Hash | null = count === 'digest' ? createHash('sha256') : null
  let bytes = 0
  let lines = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (hash) hash.update(chunk)
      else lines += countLineBreaks(chunk)
      onBytes?.(bytes)
      done(null, chunk)
    },
  })
  return { stream, bytes: () => bytes, lines: () => lines, sha256: () => hash?.digest('hex') ?? '' }
}

function countLineBreaks(chunk: Buffer): number {
  let found = 0
  for (let at = chunk.indexOf(LINE_BREAK); at !== -1; at = chunk.indexOf(LINE_BREAK, at + 1)) found += 1
  return found
}
