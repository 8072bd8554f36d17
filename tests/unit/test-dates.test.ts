import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { countSkipped, noResults } from '../kit/reporters/results.ts'
import { clockOfThisRun, NEEDS_REAL_CLOCK, withRealClock } from '../kit/shifted-clock.ts'
import { dateOfTonight, secondsTo, TEST_DATES } from '../kit/test-dates.ts'

const DAY = 24 * 60 * 60
const NOON = Date.UTC(2001, 1, 3, 12)

describe('secondsTo', () => {
  it.each([
    ['+45d', 45 * DAY],
    ['2001-02-03T12:00:10Z', 10],
    ['2001-02-03T12:00+05:30', -5.5 * 60 * 60],
  ])('reads %s', (date, seconds) => expect(secondsTo(date, NOON)).toBe(seconds))

  it.each(['tomorrow', '+45', '2028-02-29', '2028-02-30T12:00', ''])(
    'refuses %s, and says what to write',
    (date) => expect(() => secondsTo(date, NOON)).toThrow(/write \+45d/),
  )
})

describe('the dates of the nightly runs', () => {
  it('come in turn, one a night', () => {
    const nights = TEST_DATES.map((_, night) => dateOfTonight(NOON + night * DAY * 1_000))
    expect(new Set(nights)).toEqual(new Set(TEST_DATES))
  })

  it('use dates and zones that programs know', () => {
    for (const { date, zone } of TEST_DATES) {
      expect(secondsTo(date, NOON)).toBeGreaterThan(0)
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
    }
  })
})

describe('the clock of a run', () => {
  it('passes on to the processes that a test starts, with its zone', () => {
    const shifted = { LD_PRELOAD: '/lib/x.so', FAKETIME: '+60', TZ: 'UTC' }
    expect(clockOfThisRun({ ...shifted, HOME: '/root' })).toEqual(shifted)
    expect(clockOfThisRun({ HOME: '/root' })).toEqual({})
  })

  it('agrees in Node, in the processes it starts and in a program of the system', async () => {
    const run = promisify(execFile)
    const [node, date] = await Promise.all([
      run(process.execPath, ['-p', 'Date.now()']),
      run('date', ['+%s000']),
    ])
    for (const { stdout } of [node, date])
      expect(Math.abs(Number(stdout) - Date.now())).toBeLessThan(DAY * 1_000)
  })

  it('stays real for a program that cannot bear another one', () => {
    expect(withRealClock({ LD_PRELOAD: '/lib/x.so', HOME: '/root' })).toEqual({
      LD_PRELOAD: '',
      HOME: '/root',
    })
  })

  it('excuses only the tests that need the real clock from a strict run', () => {
    const results = noResults()
    vi.stubEnv('CI', 'true')
    countSkipped(results, 'lock_timeout', NEEDS_REAL_CLOCK)
    countSkipped(results, 'nginx', 'nginx is not installed')
    vi.unstubAllEnvs()
    expect(results).toMatchObject({ skipped: 1, failures: [{ title: 'nginx' }] })
  })
})
