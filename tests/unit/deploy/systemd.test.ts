import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { findProgram } from '../../kit/find-program.ts'
import { DEPLOY } from '../../kit/reverse-proxies.ts'

const UNIT = join(DEPLOY, 'systemd/rapport.service')
const text = readFileSync(UNIT, 'utf8')
/** Each setting once; systemd takes the last value of most settings. */
const settings = new Map(
  text
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
      return [name, value]
    }),
)

/** Returns what systemd-analyze finds wrong with the unit; an empty text where systemd is not installed. */
async function problems(): Promise<string> {
  const program = findProgram('systemd-analyze')
  if (!program) return ''
  const folder = await mkdtemp(join(tmpdir(), 'rapport-unit-'))
  const copy = join(folder, 'rapport.service')
  // The program of the unit need not be installed on this machine.
  await writeFile(copy, text.replace('/usr/bin/node', process.execPath))
  const { stderr } = await promisify(execFile)(program, ['verify', copy]).catch(
    (error: { stderr: string }) => error,
  )
  await rm(folder, { recursive: true })
  return stderr
    .split('\n')
    .filter((line) => line.includes('rapport.service'))
    .join('\n')
}

describe('the systemd unit', () => {
  it('has only sections and settings that systemd knows', async () => {
    expect(text.match(/^\[\w+\]$/gm)).toEqual(['[Unit]', '[Service]', '[Install]'])
    for (const line of text.split('\n')) expect(line).toMatch(/^(|#.*|\[\w+\]|\w+=.*)$/)
    expect(await problems()).toBe('')
  })

  it('starts a failed node again, and gives a stopping one time to drain', () => {
    expect(Object.fromEntries(settings)).toMatchObject({
      Restart: 'on-failure',
      KillSignal: 'SIGTERM',
      TimeoutStopSec: '30',
      EnvironmentFile: '/etc/rapport/rapport.env',
    })
  })

  it('confines the node', () => {
    expect(Object.fromEntries(settings)).toMatchObject({
      DynamicUser: 'yes',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      CapabilityBoundingSet: '',
      RestrictNamespaces: 'yes',
    })
  })
})
