import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { startRedis } from '../kit/redis-server.ts'
import type { Results } from '../kit/reporters/results.ts'
import { isStrict } from '../kit/strict.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FIXTURES = 'tests/tools/strict-run'
/** What the drill among the fixtures counted. */
const FIGURES = [`${FIXTURES}/tests.fixture.ts › asserts: 1,500 messages, 0 lost`]

/** Runs the fixtures as `npm test` runs the tests. Returns the exit code and the results that `npm test` would count. */
async function run(program: string, args: string[], env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'strict-run-'))
  const { CI, VITEST, VITEST_MODE, ...inherited } = process.env
  const results = join(folder, 'results.json')
  const command = [join(ROOT, 'node_modules/.bin', program), ...args]
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...inherited, RESULTS_FILE: results, ...env },
  })
  const [code] = await once(child, 'exit')
  const counted = JSON.parse(await readFile(results, 'utf8')) as Results
  await rm(folder, { recursive: true })
  const failed = counted.failures.map(({ title }) => title.replace(`${FIXTURES}/`, '')).sort()
  return { code, passed: counted.passed, skipped: counted.skipped, failed, figures: counted.figures }
}

const vitest = (env: Record<string, string>) =>
  run('vitest', ['run', '--config', `${FIXTURES}/vitest.config.ts`], env)
const playwright = (env: Record<string, string>) =>
  run('playwright', ['test', '--config', `${FIXTURES}/playwright.config.ts`], env)

describe('a strict run', () => {
  it.each([
    ['set', { CI: 'true' }, true],
    ['set to false', { CI: 'false' }, false],
    ['empty', { CI: '' }, false],
    ['not set', {}, false],
  ])('shows in the environment of CI: %s', (_, env, expected) => {
    expect(isStrict(env)).toBe(expected)
  })

  it('fails for a vitest test that is skipped, focused or asserts nothing', async () => {
    expect(await vitest({ CI: 'true' })).toEqual({
      code: 1,
      passed: 1,
      skipped: 0,
      failed: [
        'focused.fixture.ts › is focused',
        'tests.fixture.ts › asserts nothing',
        'tests.fixture.ts › returns early',
      ],
      figures: FIGURES,
    })
  })

  it('fails for a journey that is skipped or asserts nothing itself', async () => {
    expect(await playwright({ CI: 'true' })).toEqual({
      code: 1,
      passed: 2,
      skipped: 0,
      failed: ['tests.journey.ts › is skipped', 'tests.journey.ts › leaves the assertion to a fixture'],
      figures: [],
    })
  })
})

describe('any other run', () => {
  it('counts a skipped test, and fails for one that asserts nothing', async () => {
    expect(await vitest({})).toEqual({
      code: 1,
      passed: 2,
      skipped: 1,
      failed: ['tests.fixture.ts › asserts nothing'],
      figures: FIGURES,
    })
    expect(await playwright({})).toMatchObject({
      passed: 2,
      skipped: 1,
      failed: ['tests.journey.ts › leaves the assertion to a fixture'],
    })
  })
})

it('startRedis throws when an installed redis-server does not start', async (context) => {
  if (!inject('redisUrl')) return context.skip('redis-server is not installed')
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const address = blocker.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await expect(startRedis(port)).rejects.toThrow('redis-server ended before it was ready')
  blocker.close()
})

it('every file that declares tests has a name that its runner looks for', async () => {
  const declaring =
    /^import \{[^}]*\b(?:it|test)\b[^}]*\} from '(?:vitest|@playwright\/test|.*kit\/browser\.ts)'/m
  const named = /^tests\/(?:(?:unit|contract|faults)\/.*\.test|(?:browser|desktop)\/.*\.spec)\.ts$/
  const declared: string[] = []
  for await (const file of glob('tests/{unit,contract,faults,browser,desktop,kit}/**/*.ts', { cwd: ROOT }))
    if (declaring.test(await readFile(join(ROOT, file), 'utf8'))) declared.push(file)
  expect(declared.length).toBeGreaterThan(200)
  expect(declared.filter((file) => !named.test(file))).toEqual(['tests/kit/browser.ts'])
})
