import { setImmediate as nextTurn } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate'

/** How many bytes are compressed at once, which takes a few milliseconds. Other work runs in between. */
const CHUNK_SIZE = 64 * 1024
/** The size of a part, in bytes. The last one may be smaller. */
export const PART_SIZE = 1024 * 1024

export interface ArchiveFile {
  write(text: string): Promise<void>
  end(): Promise<void>
}

export interface Archive {
  /** Begins a file. The previous file must have ended. */
  file(name: string): ArchiveFile
  /** Stores the last part. Returns the size of the archive in bytes. */
  finish(): Promise<number>
}

/**
 * Creates a zip that is compressed and stored while it is written: at most a part of it is in memory. `store` receives one
 * part after the other.
 */
export function createArchive(at: Date, store: (part: Buffer) => Promise<void>): Archive {
  let chunks: Uint8Array[] = []
  let waiting = 0
  let size = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
    waiting += chunk.length
    size += chunk.length
  })

  /** Stores what fills whole parts, and at the end also the rest. */
  async function storeParts(smallest = PART_SIZE) {
    if (waiting < smallest) return
    let rest = Buffer.concat(chunks)
    while (rest.length >= smallest) {
      await store(rest.subarray(0, PART_SIZE))
      rest = rest.subarray(PART_SIZE)
    }
    chunks = [Buffer.from(rest)]
    waiting = rest.length
  }

  return {
    file(name) {
      const file = new ZipDeflate(name, { level: 6 })
      file.mtime = at
      zip.add(file)
      return {
        async write(text) {
          const bytes = Buffer.from(text)
          for (let start = 0; start < bytes.length; start += CHUNK_SIZE) {
            file.push(bytes.subarray(start, start + CHUNK_SIZE))
            await storeParts()
            await nextTurn()
          }
        },
        async end() {
          file.push(new Uint8Array(), true)
          await storeParts()
        },
      }
    },
    async finish() {
      zip.end()
      await storeParts(1)
      return size
    },
  }
}
