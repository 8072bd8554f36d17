import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Tombstone, tombstone } from './tombstone.ts'

export interface TombstoneList {
  /** The entries of all files, the oldest first. */
  entries: Tombstone[]
  /** Lines that could not be read. An entry whose write failed was never confirmed to its member. */
  unreadable: number
}

/** Reads the entries of all hosts from a date on; `null` when there is no list. */
export async function readTombstones(folder: string, since: Date): Promise<TombstoneList | null> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) return null
  const entries: Tombstone[] = []
  let unreadable = 0
  for (const name of names.filter((file) => file.endsWith('.jsonl')).sort()) {
    const lines = createInterface({ input: createReadStream(join(folder, name), 'utf8') })
    for await (const line of lines) {
      if (line === '') continue
      const entry = parseLine(line)
      if (!entry) unreadable += 1
      else if (new Date(entry.at) >= since) entries.push(entry)
    }
  }
  entries.sort((one, other) => one.at.localeCompare(other.at))
  return { entries, unreadable }
}

function parseLine(line: string): Tombstone | null {
  try {
    return tombstone.parse(JSON.parse(line))
  } catch {
    return null
  }
}
