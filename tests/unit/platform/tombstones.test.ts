import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '#server/platform/config/config.ts'
import { createTombstones, readTombstones, type Tombstone } from '#server/platform/tombstones/index.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-tombstones-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const ERASED = { kind: 'erased', at: '2026-11-23T12:00:00.000Z', userId: crypto.randomUUID() } as const
const REOPENED = { kind: 'reopened', at: '2026-10-02T12:00:00.000Z', userId: crypto.randomUUID() } as const
const CLOSED: Tombstone = {
  kind: 'closed',
  at: '2026-11-01T12:00:00.000Z',
  userId: crypto.randomUUID(),
  closedAt: '2026-11-01T12:00:00.000Z',
  eraseAfter: null,
}
const ALWAYS = new Date(0)

describe('the list of deletions', () => {
  it('returns the entries of all hosts, the oldest first', async () => {
    const { record } = await createTombstones(folder)
    for (const entry of [ERASED, CLOSED]) await record(entry)
    await writeFile(join(folder, 'other-host-2026-10.jsonl'), `\n${JSON.stringify(REOPENED)}\n`)
    expect(await readTombstones(folder, ALWAYS)).toEqual({
      entries: [REOPENED, CLOSED, ERASED],
      unreadable: 0,
    })
  })

  it('leaves out entries before a date', async () => {
    const { record } = await createTombstones(folder)
    for (const entry of [CLOSED, ERASED]) await record(entry)
    expect((await readTombstones(folder, new Date(CLOSED.at)))?.entries).toEqual([CLOSED, ERASED])
    expect((await readTombstones(folder, new Date(Date.parse(CLOSED.at) + 1)))?.entries).toEqual([ERASED])
  })

  it('uses a file for each month that its owner alone can read', async () => {
    const nested = join(folder, 'apart', 'tombstones')
    const { record } = await createTombstones(nested)
    for (const entry of [REOPENED, CLOSED, ERASED]) await record(entry)
    const names = (await readdir(nested)).sort()
    expect(names.map((name) => name.slice(-'-2026-10.jsonl'.length))).toEqual([
      '-2026-10.jsonl',
      '-2026-11.jsonl',
    ])
    const modes = await Promise.all(names.map(async (name) => (await stat(join(nested, name))).mode & 0o777))
    expect(modes).toEqual([0o600, 0o600])
  })

  it('keeps the entries after a line that was not finished, and counts that line', async () => {
    const { record } = await createTombstones(folder)
    await record(CLOSED)
    const [name = ''] = await readdir(folder)
    await appendFile(join(folder, name), '{"kind":"erased","at":"20')
    await record(ERASED)
    expect(await readTombstones(folder, ALWAYS)).toEqual({ entries: [CLOSED, ERASED], unreadable: 1 })
  })

  it('records nothing without a folder, and is null where there is none', async () => {
    const { record } = await createTombstones(null)
    await record(ERASED)
    expect(await readTombstones(join(folder, 'missing'), ALWAYS)).toBeNull()
  })

  it('names the setting when its folder cannot be written', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const opening = createTombstones(join(file, 'below'))
    await expect(opening).rejects.toThrow(ConfigError)
    await expect(opening).rejects.toThrow(`TOMBSTONES=${join(file, 'below')}: the folder cannot be written`)
  })
})
