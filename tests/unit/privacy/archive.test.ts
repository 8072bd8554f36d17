import { randomBytes } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createArchive } from '#server/domains/privacy/archive.ts'

const AT = new Date(2026, 10, 20, 12, 30, 10)

/** An archive that keeps its parts. */
function openArchive() {
  const parts: Buffer[] = []
  const archive = createArchive(AT, async (part) => void parts.push(Buffer.from(part)))
  return {
    ...archive,
    parts,
    async finish() {
      const size = await archive.finish()
      const zip = Buffer.concat(parts)
      expect(size).toBe(zip.length)
      return zip
    },
  }
}

const unpacked = (zip: Buffer) =>
  Object.entries(unzipSync(new Uint8Array(zip))).map(([name, bytes]) => [name, strFromU8(bytes)])

describe('an archive', () => {
  it('contains every file with its text, in the order of writing', async () => {
    const archive = openArchive()
    const long = 'Grüße an Åsa – 你好 '.repeat(20_000)
    for (const [name, texts] of [
      ['first.json', ['[', '1', ']']],
      ['empty.json', []],
      ['long.txt', [long, '', 'the end']],
    ] as const) {
      const file = archive.file(name)
      for (const text of texts) await file.write(text)
      await file.end()
    }
    const zip = await archive.finish()
    expect(unpacked(zip)).toEqual([
      ['first.json', '[1]'],
      ['empty.json', ''],
      ['long.txt', `${long}the end`],
    ])
    expect(zip.length).toBeLessThan(Buffer.byteLength(long) / 20)
  })

  it('dates its files with the time of the archive', async () => {
    const archive = openArchive()
    await archive.file('a').end()
    const zip = await archive.finish()
    // The header of a zip's first file: time and date in the format of MS-DOS, in two-second steps from 1980.
    const [time, date] = [zip.readUInt16LE(10), zip.readUInt16LE(12)]
    expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([12, 30, 10])
    expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 11, 20])
  })

  // covers: beyond-export-memory
  it('stores parts of a mebibyte while it is written, and keeps none of them', async () => {
    const archive = openArchive()
    const file = archive.file('a')
    const text = randomBytes(300_000).toString('base64')
    for (let count = 0; count < 10; count += 1) await file.write(`${count}${text}`)
    // 4 MB of random characters have 3 MB of information, but the window of deflate is 32 KB.
    expect(archive.parts.length).toBeGreaterThanOrEqual(2)
    await file.end()
    const zip = await archive.finish()
    const lengths = archive.parts.map(({ length }) => length)
    expect(new Set(lengths.slice(0, -1))).toEqual(new Set([1024 * 1024]))
    expect(lengths.at(-1)).toBeLessThanOrEqual(1024 * 1024)
    expect(unpacked(zip)[0]?.[1]).toHaveLength(10 * (text.length + 1))
  })

  it('yields to other work after each 64 kilobytes, and not more often', async () => {
    const archive = openArchive()
    const file = archive.file('a')
    let turns = 0
    let next: NodeJS.Immediate
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    next = setImmediate(count)
    await file.write('x'.repeat(20 * 64 * 1024))
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(19)
    expect(turns).toBeLessThanOrEqual(22)
  })
})
