import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Lines in one block. Stryker skips a mutant that crosses the end of its block. */
const BLOCK = 15

/**
 * Returns one of `share` blocks of the files' lines, as `file:first-last`: the same blocks each time, and others for
 * each `part` from 0 to `share - 1`.
 */
export function sample(files, share, part) {
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length
    const blocks = Array.from({ length: Math.ceil(lines / BLOCK) }, (_, index) => index)
    return blocks
      .filter((index) => partOf(`${file}:${index}`, share) === part)
      .map((index) => `${file}:${index * BLOCK + 1}-${Math.min((index + 1) * BLOCK, lines)}`)
  })
}

const partOf = (block, share) => createHash('sha256').update(block).digest().readUInt32BE() % share
