import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { earlierAssets } from '../../scripts/earlier-assets.mjs'

const HOUR = 60 * 60_000
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Builds these files at a time, in hours from now. Returns the names that are served afterwards. */
function buildAt(hours: number, files: Record<string, string>) {
  const assets = join(folder, 'assets')
  const earlier = earlierAssets({
    assets,
    store: join(folder, 'earlier'),
    // On another date, the times of files stay real.
    now: () => statSync(folder).mtimeMs + hours * HOUR,
  })
  earlier.take()
  rmSync(assets, { recursive: true, force: true })
  mkdirSync(assets)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(assets, name), text)
  earlier.restore()
  return readdirSync(assets).sort()
}

describe('earlierAssets', () => {
  // covers: beyond-files-of-replaced-build
  it('serves the files of a replaced build for a day', () => {
    expect(buildAt(0, { 'a-1.js': 'a1', 'b-1.js': 'b1' })).toEqual(['a-1.js', 'b-1.js'])
    expect(buildAt(0, { 'a-2.js': 'a2', 'b-1.js': 'b1' })).toEqual(['a-1.js', 'a-2.js', 'b-1.js'])
    expect(readFileSync(join(folder, 'assets', 'a-1.js'), 'utf8')).toBe('a1')
    expect(buildAt(23, { 'a-3.js': 'a3', 'b-1.js': 'b1' })).toContain('a-1.js')
    expect(buildAt(25, { 'a-3.js': 'a3', 'b-1.js': 'b1' })).toEqual(['a-3.js', 'b-1.js'])
  })
})
