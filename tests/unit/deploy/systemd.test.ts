import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

/** Returns what systemd-analyze finds wrong with the files of a unit; an empty text where systemd is not installed. */
async function problems(files: Record<string, string>, unit: string): Promise<string> {
  const program = findProgram('systemd-analyze')
  if (!program) return ''
  const folder = await mkdtemp(join(tmpdir(), 'rapport-unit-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const { stderr } = await promisify(execFile)(program, ['verify', join(folder, unit)], {
    // The empty entry at the end stands for the folders of the system.
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
  }).catch((error: { stderr: string }) => error)
  await rm(folder, { recursive: true })
  return stderr
    .split('\n')
    .filter((line) => line.includes(folder) || line.includes(unit))
    .join('\n')
}

describe('the systemd unit', () => {
  it('contains only sections and settings that systemd knows', async () => {
    expect(text.match(/^\[\w+\]$/gm)).toEqual(['[Unit]', '[Service]', '[Install]'])
    for (const line of text.split('\n')) expect(line).toMatch(/^(|#.*|\[\w+\]|\w+=.*)$/)
    // The program of the unit need not be installed on this machine.
    const here = text.replace('/usr/bin/node', process.execPath)
    expect(await problems({ 'rapport.service': here }, 'rapport.service')).toBe('')
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

describe("the change to nginx's unit", () => {
  const change = readFileSync(join(DEPLOY, 'systemd/nginx.service.d/rapport.conf'), 'utf8')

  it('contains only settings that systemd knows', async () => {
    for (const line of change.split('\n')) expect(line).toMatch(/^(|#.*|\[Service\]|\w+=.*)$/)
    const files = {
      'nginx.service': `[Service]\nType=forking\nExecStart=${process.execPath}\n`,
      'nginx.service.d/rapport.conf': change.replaceAll('/usr/sbin/nginx', process.execPath),
    }
    expect(await problems(files, 'nginx.service')).toBe('')
  })

  it('replaces each command by one with our configuration', () => {
    for (const command of ['ExecStartPre', 'ExecStart', 'ExecReload']) {
      const [first, second, ...more] = change.match(new RegExp(`^${command}=.*$`, 'gm')) ?? []
      expect([first, more]).toEqual([`${command}=`, []])
      expect(second).toContain(' -c /etc/nginx/rapport/nginx.conf ')
    }
  })

  it('allows as many open files as nginx wants', () => {
    const [, wanted] =
      /worker_rlimit_nofile (\d+);/.exec(readFileSync(join(DEPLOY, 'nginx/nginx.conf'), 'utf8')) ?? []
    expect(change).toContain(`LimitNOFILE=${wanted}\n`)
  })
})
