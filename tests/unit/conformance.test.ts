import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const REFERENCE = /`(tests\/[^`]+?\.(?:test|spec)\.ts) › ([^`]+)`/g

describe('docs/conformance.md', () => {
  it('names only tests that exist', async () => {
    const text = await readFile(resolve(ROOT, 'docs/conformance.md'), 'utf8')
    const missing: string[] = []
    const references = [...text.matchAll(REFERENCE)]
    for (const [, file = '', title = ''] of references) {
      const source = await readFile(resolve(ROOT, file), 'utf8').catch(() => '')
      if (!source.includes(title)) missing.push(`${file} › ${title}`)
    }
    expect(references.length).toBeGreaterThan(40)
    expect(missing).toEqual([])
  })

  it('says of every row where it is built', async () => {
    const text = await readFile(resolve(ROOT, 'docs/conformance.md'), 'utf8')
    const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| requirement'))
    const bare = rows.filter((row) => row.split('|').length !== 5 || row.split('|')[2]?.trim() === '')
    expect(bare).toEqual([])
  })
})
