import { setImmediate as nextTurn } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate'

/** Compressed at once; a few milliseconds, after which others have their turn. */
const AT_ONCE = 64 * 1024

export interface ArchiveFile {
  write(text: string): Promise<void>
  end(): void
}

export interface Archive {
  /** One at a time: the last has ended before the next begins. */
  file(name: string): ArchiveFile
  finish(): Buffer
}

/** A zip that is packed while it is written: of its content only the last few kilobytes are held unpacked. */
export function createArchive(at: Date): Archive {
  const packed: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    packed.push(chunk)
  })
  return {
    file(name) {
      const file = new ZipDeflate(name, { level: 6 })
      file.mtime = at
      zip.add(file)
      return {
        async write(text) {
          const bytes = Buffer.from(text)
          for (let start = 0; start < bytes.length; start += AT_ONCE) {
            file.push(bytes.subarray(start, start + AT_ONCE))
            await nextTurn()
          }
        },
        end: () => file.push(new Uint8Array(), true),
      }
    },
    finish() {
      zip.end()
      return Buffer.concat(packed)
    },
  }
}
