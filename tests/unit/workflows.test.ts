import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = resolve(import.meta.dirname, '../../.github/workflows')
const workflows = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const)

describe('the workflows', () => {
  // covers: beyond-workflow-permissions
  it.each(workflows)('pin every action to a commit, with its version in a comment: %s', (_name, text) => {
    const uses = text.split('\n').filter((line) => line.includes('uses:'))
    expect(uses.length).toBeGreaterThan(0)
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it.each(workflows)('get read permissions only, and leave no token in the checkout: %s', (_name, text) => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
    const checkouts = text.split('actions/checkout@').slice(1)
    for (const after of checkouts) expect(after.split('- ')[0]).toContain('persist-credentials: false')
  })

  it('give write permissions only to the job that publishes a release, which checks nothing out', () => {
    const text = readFileSync(join(FOLDER, 'release.yml'), 'utf8')
    const [before = '', publish = ''] = text.split(/^ {2}publish:$/m)
    expect(before).not.toMatch(/: write$/m)
    expect(publish).toMatch(/if: github.ref_type == 'tag'/)
    expect(publish).not.toContain('actions/checkout')
    expect(publish).toContain('--draft')
  })

  it('runs the tests on another date every night, with the package that shifts the clock', () => {
    const text = readFileSync(join(FOLDER, 'ci.yml'), 'utf8')
    const nightly = /^ {2}other-dates:\n(?: {4}.*\n)+/m.exec(text)?.[0] ?? ''
    expect(text).toMatch(/- cron: '\d+ \d+ \* \* \*'/)
    expect(nightly).toContain("if: github.event_name == 'schedule'")
    expect(nightly).toMatch(/apt-get install -y .*\bfaketime\b/)
    expect(nightly).toContain('run: npm run test:date -- tonight')
  })
})
