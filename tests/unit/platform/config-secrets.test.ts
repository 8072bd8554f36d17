import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from '#server/platform/config/config.ts'
import { redisAddress } from '#server/platform/stores/redis-problem.ts'
import { runAdmin } from '#server/transports/command/admin/run-admin.ts'
import { runCheckConfig } from '#server/transports/command/check-config/run-check-config.ts'
import { SHARED_ENVIRONMENT } from '../../kit/server-process.ts'

/** Parts of the passwords below. */
const PASSWORD = /hush|secret/

const NAMES = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'SMTP_URL',
] as const
const SCHEMES: Readonly<Record<(typeof NAMES)[number], string>> = {
  DATABASE_URL: 'postgres',
  DATABASE_DIRECT_URL: 'postgres',
  DATABASE_REPLICA_URL: 'postgres',
  REDIS_URL: 'redis',
  SMTP_URL: 'smtp',
}

/** Ways to write an address wrongly, each with a password. */
const malformed = (scheme: string): string[] => [
  `${scheme}x://user:hush@host/0`,
  `${scheme}:user:hush@host/0`,
  'user:hush@host/0',
  `${scheme}://user:hush@host:port/0`,
  `${scheme}://user:hush@/0`,
  `${scheme}://user:hush/secret@host/0`,
  `${scheme}://user:1/secret@host/0`,
  `${scheme}://user:1#secret@host/0`,
  `${scheme}://user:1?secret@host/0`,
  `${scheme}://user:hu@sh:secret%zz@host/0`,
  `${scheme}x://host/0?password=hush`,
]

const CASES = NAMES.flatMap((name) => malformed(SCHEMES[name]).map((value) => ({ name, value })))
const SEVERAL_REDIS = [
  'redis+cluster://user:hush/secret@a:1,b:2',
  'redis+cluster://user:1/secret@a:1,b:2',
  'redis+sentinel://user:hush@a:1,b:2?sentinelPassword=secret',
].map((value) => ({ name: 'REDIS_URL' as const, value }))

function messageOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('a malformed address', () => {
  it.each([...CASES, ...SEVERAL_REDIS])(
    'causes an error with its name and without the password: $name=$value',
    (wrong) => {
      const message = messageOf({ [wrong.name]: wrong.value })
      expect(message).toContain(`${wrong.name}=`)
      expect(message).not.toMatch(PASSWORD)
    },
  )

  it.each(NAMES)('keeps its password out of check-config and the admin commands: %s', async (name) => {
    let printed = ''
    const print = (text: string) => {
      printed += text
    }
    for (const value of malformed(SCHEMES[name])) {
      expect(await runCheckConfig({ environment: { [name]: value }, json: false, print })).toBe(1)
      expect(await runAdmin(['list'], { [name]: value }, { result: print, note: print })).toBe(1)
    }
    expect(printed.match(new RegExp(`${name}=`, 'g'))).toHaveLength(2 * malformed('').length)
    expect(printed).not.toMatch(PASSWORD)
  })

  it.each([
    ['backup', []],
    ['restore', ['/nowhere']],
  ])('keeps its password out of npm run %s', async (command, args) => {
    const wrong = NAMES.map((name) => [name, `${SCHEMES[name]}://user:hush/secret@host/0`])
    const root = resolve(import.meta.dirname, '../../..')
    const running = promisify(execFile)(
      process.execPath,
      [`server/transports/command/${command}-command.ts`, ...args],
      { cwd: root, env: { ...SHARED_ENVIRONMENT, ...Object.fromEntries(wrong) } },
    )
    const { stderr, stdout } = await running.catch((error: { stderr: string; stdout: string }) => error)
    for (const name of NAMES) expect(stderr).toContain(`${name}=`)
    expect(stdout + stderr).not.toMatch(PASSWORD)
  })
})

describe('the address of a Redis in a message', () => {
  it.each([
    ['redis://user:hush@host', 'host:6379'],
    ['redis+cluster://us,er:hu,sh@a:1,b:2', 'a:1, b:2'],
    ['redis+sentinel://user:hush@a:1,b:2/name/0?sentinelPassword=secret', 'a:1, b:2'],
    ['redis+sentinel://user:hush@a/name?sentinelPassword=secret', 'a:26379'],
  ])('shows %s as %s', (url, address) => {
    expect(redisAddress(url)).toBe(address)
  })
})

describe('an address with special characters', () => {
  it.each([
    ['DATABASE_URL', 'postgres://user:p%2Fa%40b@host/name?sslmode=require'],
    ['DATABASE_URL', 'postgres:///name?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://user:a@b@host/name'],
    ['REDIS_URL', 'redis+sentinel://user:p%2Fw@a:1,b:2/name/0?sentinelPassword=secret'],
    ['SMTP_URL', 'smtps://me%40example.org:p%23w@mail.example'],
  ])('passes as %s=%s', (name, value) => {
    expect(messageOf({ [name]: value, PUBLIC_URL: 'http://localhost:3000' })).toBe('')
  })
})
