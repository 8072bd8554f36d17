import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  browserLocation,
  DEBUG_MODES,
  type LocationEnv,
  LocationFailure,
  locate,
  locateForRegistration,
  registrationSteps,
  sessionOptions,
} from '#web/state/session/geolocation.ts'
import { LOCATION_NOTICES } from '#web/state/session/location-notices.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const CHROMIUM = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chromium/140.0.0.0 Safari/537.36'
const SAFARI = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15'
const OTHER = 'Something/1.0'
const HERE = { latitude: 18.52, longitude: 73.85, accuracy: 30 }

type Answer = (
  done: (position: GeolocationPosition) => void,
  fail: (error: unknown) => void,
  options?: PositionOptions,
) => void

/** A browser that answers position requests in turn. The last answer repeats. */
function browserWith(answers: Answer[], more: Partial<LocationEnv> = {}) {
  const asked: (PositionOptions | undefined)[] = []
  const getCurrentPosition = ((done, fail, options) => {
    asked.push(options)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(done, fail as (error: unknown) => void, options)
  }) as Geolocation['getCurrentPosition']
  const geolocation = { getCurrentPosition } as Geolocation
  const env: LocationEnv = { geolocation, permissions: undefined, secure: true, userAgent: OTHER, ...more }
  return { env, asked }
}
const found: Answer = (done) => done({ coords: { ...HERE, altitude: 500 } } as unknown as GeolocationPosition)
const failing =
  (error: unknown): Answer =>
  (_, fail) =>
    fail(error)
const problemOf = async (position: Promise<unknown>) => {
  const error = await position.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof LocationFailure)) throw new Error('it did not fail as a location does')
  return [error.name, error.problem, error.message]
}

describe('asking the browser for its position', () => {
  it('returns only the coordinates and the accuracy', async () => {
    const { env, asked } = browserWith([found])
    expect(await locate(env, { timeout: 1 })).toEqual(HERE)
    expect(asked).toEqual([{ timeout: 1 }])
  })

  it.each([
    ['unsupported', { geolocation: undefined }],
    ['insecure', { secure: false }],
  ] as const)('does not ask when it is %s', async (problem, more) => {
    const { env, asked } = browserWith([found], more)
    expect(await problemOf(locate(env, {}))).toEqual(['LocationFailure', problem, problem])
    expect(asked).toEqual([])
  })

  it.each([
    [{ code: 1, message: 'User denied' }, 'permission', 'User denied'],
    [{ code: 2, message: 7 }, 'unavailable', 'unavailable'],
    [{ code: 3 }, 'timeout', 'timeout'],
    [{ code: 4 }, 'unknown', 'unknown'],
    [{ code: '1' }, 'unknown', 'unknown'],
    [{ name: 'SecurityError', code: 1, message: 'Blocked' }, 'security', 'Blocked'],
    [{}, 'unknown', 'unknown'],
    [null, 'unknown', 'unknown'],
    ['denied', 'unknown', 'unknown'],
  ])('fails after %j as %s', async (error, problem, message) => {
    const { env } = browserWith([failing(error)])
    expect(await problemOf(locate(env, {}))).toEqual(['LocationFailure', problem, message])
  })

  it('fails when the browser throws synchronously', async () => {
    const { env } = browserWith([
      () => {
        throw new DOMException('Blocked', 'SecurityError')
      },
    ])
    expect(await problemOf(locate(env, {}))).toEqual(['LocationFailure', 'security', 'Blocked'])
  })
})

describe('a browser that never answers', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    [10_000, 15_000],
    [undefined, 5_000],
  ])('counts as timed out 5 s after a limit of %s', async (timeout, after) => {
    const { env } = browserWith([() => undefined])
    let problem: unknown = null
    const asked = problemOf(locate(env, timeout === undefined ? {} : { timeout })).then((one) => {
      problem = one[1]
    })
    await vi.advanceTimersByTimeAsync(after - 1)
    expect(problem).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await asked
    expect(problem).toBe('timeout')
  })

  it('leaves no timer behind once it has answered', async () => {
    await locate(browserWith([found]).env, { timeout: 10_000 })
    await problemOf(locate(browserWith([failing({ code: 1 })]).env, { timeout: 10_000 }))
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the position for a registration', () => {
  it('comes with high accuracy, then with low, then from a cache of up to an hour', async () => {
    const { env, asked } = browserWith([failing({ code: 3 }), failing({ code: 2 }), found])
    expect(await locateForRegistration(env)).toEqual(HERE)
    expect(asked).toEqual([
      { enableHighAccuracy: true, timeout: 7_500, maximumAge: 0 },
      { enableHighAccuracy: false, timeout: 7_500, maximumAge: 300_000 },
      { enableHighAccuracy: false, timeout: 5_000, maximumAge: 3_600_000 },
    ])
  })

  it('fails with the last problem', async () => {
    const { env, asked } = browserWith([failing({ code: 3 }), failing({ code: 3 }), failing({ code: 2 })])
    expect((await problemOf(locateForRegistration(env)))[1]).toBe('unavailable')
    expect(asked).toHaveLength(3)
  })

  it.each([{ code: 1 }, { name: 'SecurityError' }, {}])('needs no other request after %j', async (error) => {
    const { env, asked } = browserWith([failing(error)])
    await problemOf(locateForRegistration(env))
    expect(asked).toHaveLength(1)
  })
})

describe('the limits of the browsers (spec §9)', () => {
  it.each([
    ['Firefox', FIREFOX, 15_000, 30_000],
    ['Chrome', CHROME, 10_000, 10_000],
    ['Chromium', CHROMIUM, 10_000, 10_000],
    ['Safari', SAFARI, 12_000, 20_000],
    ['another browser', OTHER, 12_000, 15_000],
  ])('apply to %s', (_, agent, session, registration) => {
    expect(sessionOptions(agent)).toEqual({
      enableHighAccuracy: false,
      timeout: session,
      maximumAge: 300_000,
    })
    expect(registrationSteps(agent).map(({ timeout }) => timeout)).toEqual([
      registration / 2,
      registration / 2,
      5_000,
    ])
  })

  it('apply to the debug tool', () => {
    expect(DEBUG_MODES).toEqual([
      { name: 'High accuracy', options: { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 } },
      { name: 'Low accuracy', options: { enableHighAccuracy: false, timeout: 20_000, maximumAge: 300_000 } },
      {
        name: 'Cached position',
        options: { enableHighAccuracy: false, timeout: 10_000, maximumAge: 3_600_000 },
      },
    ])
  })
})

describe('the notices of a failed location (spec §8)', () => {
  it.each([
    ['unsupported', 'Geolocation is not supported by your browser.'],
    ['insecure', 'Location access requires HTTPS.'],
    ['security', 'Location access requires HTTPS.'],
    ['permission', 'Location access denied. Please enable location permissions in your browser settings'],
    ['unavailable', 'Location information unavailable.'],
    ['timeout', 'Location request timed out.'],
    ['unknown', 'Unable to get your location.'],
  ] as const)('start for %s with: %s', (problem, text) => {
    const notice = i18n._(LOCATION_NOTICES[problem])
    expect(notice.startsWith(text)).toBe(true)
    expect(notice).toContain('nearby features')
  })
})

describe('the location environment of a window', () => {
  it('comes from the navigator and the security of the context', () => {
    const navigator = { geolocation: {}, permissions: {}, userAgent: CHROME }
    const env = browserLocation({ navigator, isSecureContext: true } as unknown as Window)
    expect(env).toEqual({
      geolocation: navigator.geolocation,
      permissions: navigator.permissions,
      secure: true,
      userAgent: CHROME,
    })
  })
})
