import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createArchive } from '#server/domains/privacy/archive.ts'

const AT = new Date(2026, 10, 20, 12, 30, 10)

const unpacked = (zip: Buffer) =>
  Object.entries(unzipSync(new Uint8Array(zip))).map(([name, bytes]) => [name, strFromU8(bytes)])

describe('an archive', () => {
  it('contains every file with its text, in the order of writing', async () => {
    const archive = createArchive(AT)
    const long = 'Grüße an Åsa – 你好 '.repeat(20_000)
    for (const [name, texts] of [
      ['first.json', ['[', '1', ']']],
      ['empty.json', []],
      ['long.txt', [long, '', 'the end']],
    ] as const) {
      const file = archive.file(name)
      for (const text of texts) await file.write(text)
      file.end()
    }
    const zip = archive.finish()
    expect(unpacked(zip)).toEqual([
      ['first.json', '[1]'],
      ['empty.json', ''],
      ['long.txt', `${long}the end`],
    ])
    expect(zip.length).toBeLessThan(Buffer.byteLength(long) / 20)
  })

  it('dates its files with the time of the archive', async () => {
    const archive = createArchive(AT)
    archive.file('a').end()
    const zip = archive.finish()
    // The header of a zip's first file: time and date in the format of MS-DOS, in two-second steps from 1980.
    const [time, date] = [zip.readUInt16LE(10), zip.readUInt16LE(12)]
    expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([12, 30, 10])
    expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 11, 20])
  })

  it('yields to other work after each 64 kilobytes, and not more often', async () => {
    const archive = createArchive(AT)
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
