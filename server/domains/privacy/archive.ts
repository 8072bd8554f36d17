import { setImmediate as nextTurn } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate'

/** How many bytes are compressed at once, which takes a few milliseconds. Other work runs in between. */
const CHUNK_SIZE = 64 * 1024

export interface ArchiveFile {
  write(text: string): Promise<void>
  end(): void
}

export interface Archive {
  /** Begins a file. The previous file must have ended. */
  file(name: string): ArchiveFile
  finish(): Buffer
}

/** Creates a zip that compresses while it is written, so only its last kilobytes are in memory uncompressed. */
export function createArchive(at: Date): Archive {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
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
            await nextTurn()
          }
        },
        end: () => file.push(new Uint8Array(), true),
      }
    },
    finish() {
      zip.end()
      return Buffer.concat(chunks)
    },
  }
}
