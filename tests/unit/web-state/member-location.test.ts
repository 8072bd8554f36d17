import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Position } from '#schema/location.ts'
import {
  DEBUG_MODES,
  type LocationEnv,
  LocationFailure,
  locate,
  registrationSteps,
  sessionOptions,
} from '#web/state/session/geolocation.ts'
import { LOCATION_NOTICES } from '#web/state/session/location-notices.ts'
import { createMemberLocation } from '#web/state/session/member-location.ts'
import { createStore } from '#web/state/store.ts'
import { createToastStore } from '#web/state/toasts.ts'
import { createStorage } from '../../kit/storage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PUNE = { latitude: 18.52, longitude: 73.86, accuracy: 30 }
const AGENTS = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  chrome: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  safari: 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  other: 'Something else',
}

type Behaviour = 'answers' | 'silent' | 1 | 2 | 3 | Error

/** A browser that answers requests as listed. The last answer repeats. */
function aBrowser(behaviours: Behaviour[], more: Partial<LocationEnv> = {}) {
  const asked: PositionOptions[] = []
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed, options = {}) => {
    const behaviour = behaviours[Math.min(asked.length, behaviours.length - 1)]
    asked.push(options)
    if (behaviour instanceof Error) throw behaviour
    if (behaviour === 'answers') found({ coords: PUNE } as GeolocationPosition)
    if (typeof behaviour === 'number')
      failed?.({ code: behaviour, message: 'the browser’s own words' } as GeolocationPositionError)
  }
  const env: LocationEnv = {
    geolocation: { getCurrentPosition } as Geolocation,
    permissions: undefined,
    secure: true,
    userAgent: AGENTS.chrome,
    ...more,
  }
  const position = createStore<Position | null>(null)
  const toasts = createToastStore()
  const storage = createStorage()
  /** The same browser at a later visit, with its storage only. */
  const visit = () => createMemberLocation({ env, position, toasts, storage })
  return { env, asked, position, toasts, storage, visit, memberLocation: visit() }
}

const granted = (state: PermissionState) =>
  ({ query: async () => ({ state }) as PermissionStatus }) as unknown as Permissions

describe('one request', () => {
  // covers: 8.4-debug-tool-errors
  it.each([
    [1, 'permission'],
    [2, 'unavailable'],
    [3, 'timeout'],
    [Object.assign(new Error('not here'), { name: 'SecurityError' }), 'security'],
    [new Error('odd'), 'unknown'],
  ] as const)('fails with %s as a failure of class %s', async (behaviour, problem) => {
    const { env } = aBrowser([behaviour])
    await expect(locate(env, {})).rejects.toMatchObject({ problem })
  })

  // covers: 5-location-needs-https, 8.4-debug-tool-errors
  it('requires geolocation and HTTPS', async () => {
    const { env } = aBrowser(['answers'])
    await expect(locate({ ...env, geolocation: undefined }, {})).rejects.toMatchObject({
      problem: 'unsupported',
    })
    await expect(locate({ ...env, secure: false }, {})).rejects.toMatchObject({ problem: 'insecure' })
  })

  it('times out five seconds after its limit when it is never answered', async () => {
    const { env } = aBrowser(['silent'])
    const answer = locate(env, { timeout: 10_000 }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(14_999)
    const early = await Promise.race([answer, Promise.resolve('waiting')])
    expect(early).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toBeInstanceOf(LocationFailure)
  })
})

describe('the time limits', () => {
  // covers: 9-geolocation-session
  it('allow a session 15 s in Firefox, 10 s in Chrome and 12 s in others', () => {
    expect(Object.values(AGENTS).map((agent) => sessionOptions(agent).timeout)).toEqual([
      15_000, 10_000, 12_000, 12_000,
    ])
    expect(sessionOptions(AGENTS.other)).toMatchObject({ enableHighAccuracy: false, maximumAge: 300_000 })
  })

  // covers: 9-geolocation-registration
  it('allow a registration 10 to 30 s by browser, and 5 s more', () => {
    for (const agent of Object.values(AGENTS)) {
      const total = registrationSteps(agent).reduce((sum, { timeout = 0 }) => sum + timeout, 0)
      expect(total).toBeGreaterThanOrEqual(15_000)
      expect(total).toBeLessThanOrEqual(35_000)
    }
  })

  // covers: 4.10-location-test, 9-geolocation-debug-tool
  it('follow the specification in the location test', () => {
    expect(DEBUG_MODES.map(({ options }) => options)).toEqual([
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 },
      { enableHighAccuracy: false, timeout: 20_000, maximumAge: 300_000 },
      { enableHighAccuracy: false, timeout: 10_000, maximumAge: 3_600_000 },
    ])
  })
})

describe('a registration', () => {
  // covers: 4.8-location-attempts
  it('tries high accuracy, then low, then a cached position', async () => {
    const { memberLocation, asked, position, toasts } = aBrowser([3, 2, 'answers'])
    await memberLocation.captureForRegistration()
    expect(asked.map(({ enableHighAccuracy, maximumAge }) => [enableHighAccuracy, maximumAge])).toEqual([
      [true, 0],
      [false, 300_000],
      [false, 3_600_000],
    ])
    expect(position.getState()).toEqual(PUNE)
    expect(toasts.getState()).toBeNull()
  })

  it('asks once, but not again when the form is sent after a refusal', async () => {
    const { memberLocation, asked, toasts } = aBrowser([1])
    await Promise.all([memberLocation.captureForRegistration(), memberLocation.captureForRegistration()])
    await memberLocation.captureForRegistration()
    expect(asked).toHaveLength(1)
    expect(toasts.getState()).toMatchObject({
      title: 'Location Notice',
      description: i18n._(LOCATION_NOTICES.permission),
    })
  })

  it('asks again when nearby is switched on again after a failure, but not after a success', async () => {
    const { memberLocation, asked, position } = aBrowser([1, 'answers'])
    await memberLocation.captureForRegistration({ again: true })
    expect(position.getState()).toBeNull()
    await memberLocation.captureForRegistration({ again: true })
    expect(position.getState()).toEqual(PUNE)
    await memberLocation.captureForRegistration({ again: true })
    expect(asked).toHaveLength(2)
  })
})

describe('the location notice', () => {
  const HTTPS = /^Location access requires HTTPS\./
  const UNKNOWN = /^Unable to get your location\./

  // covers: 8.4-location-notice
  it.each([
    [
      1,
      /^Location access denied\. Please enable location permissions in your browser settings to use nearby features\.$/,
    ],
    [2, /^Location information unavailable\./],
    [3, /^Location request timed out\./],
    [Object.assign(new Error('not here'), { name: 'SecurityError' }), HTTPS],
    [new Error('odd'), UNKNOWN],
  ] as const)('explains %s: %s', async (behaviour, text) => {
    const { visit, toasts } = aBrowser([behaviour])
    await visit().captureForRegistration()
    expect(toasts.getState()).toMatchObject({
      title: 'Location Notice',
      description: expect.stringMatching(text),
      variant: 'default',
    })
  })

  // covers: 8.4-location-notice
  it('covers browsers without geolocation and pages without HTTPS', async () => {
    const description = async (more: Partial<LocationEnv>) => {
      const { visit, toasts } = aBrowser(['answers'], more)
      await visit().captureForRegistration()
      return toasts.getState()?.description
    }
    expect(await description({ geolocation: undefined })).toBe(
      'Geolocation is not supported by your browser. You can still register but nearby features will be limited.',
    )
    expect(await description({ secure: false })).toMatch(HTTPS)
  })
})

describe('a session', () => {
  it('reads the position without a prompt if permission was granted', async () => {
    const { memberLocation, position } = aBrowser(['answers'], { permissions: granted('granted') })
    await memberLocation.captureForSession({ wanted: false })
    expect(position.getState()).toEqual(PUNE)
  })

  it.each(['prompt', 'denied'] as const)('never asks a member without nearby (%s)', async (state) => {
    const { memberLocation, asked, toasts } = aBrowser(['answers'], { permissions: granted(state) })
    await memberLocation.captureForSession({ wanted: false })
    expect(asked).toHaveLength(0)
    expect(toasts.getState()).toBeNull()
  })

  it('asks a member with nearby, and reports a failure', async () => {
    const { memberLocation, toasts } = aBrowser([2], { permissions: granted('prompt') })
    await memberLocation.captureForSession({ wanted: true })
    expect(toasts.getState()).toMatchObject({ description: i18n._(LOCATION_NOTICES.unavailable) })
  })

  // covers: 8.4-location-notice-once
  it('reports a problem at each visit until its notice was closed, and then another problem', async () => {
    const { visit, toasts, env } = aBrowser([2], { permissions: granted('prompt') })
    const noticeOf = async (options: { wanted: boolean; switchedOn?: boolean }) => {
      const before = toasts.getState()?.id ?? 0
      await visit().captureForSession(options)
      const shown = toasts.getState()
      return shown && shown.id > before ? shown : null
    }
    await noticeOf({ wanted: true })
    toasts.show({ title: 'Match Found!' })
    const second = await noticeOf({ wanted: true })
    expect(second).not.toBeNull()
    toasts.close(second?.id ?? 0)
    expect(await noticeOf({ wanted: true })).toBeNull()
    expect(await noticeOf({ wanted: true, switchedOn: true })).not.toBeNull()
    const elsewhere = createMemberLocation({
      ...aBrowser([1]),
      env: { ...env, geolocation: undefined },
      toasts,
    })
    await elsewhere.captureForSession({ wanted: true })
    expect(toasts.getState()).toMatchObject({ description: i18n._(LOCATION_NOTICES.unsupported) })
  })

  it('reports a problem again after the location was found in between', async () => {
    const { visit, toasts } = aBrowser([2, 'answers', 2], { permissions: granted('prompt') })
    await visit().captureForSession({ wanted: true })
    const first = toasts.getState()
    toasts.close(first?.id ?? 0)
    await visit().captureForSession({ wanted: true })
    await visit().captureForSession({ wanted: true })
    expect(toasts.getState()).toMatchObject({ open: true, description: i18n._(LOCATION_NOTICES.unavailable) })
  })

  it('does not ask a member without nearby if the permission cannot be queried', async () => {
    const permissions = { query: () => Promise.reject(new TypeError('no such permission')) }
    const { visit, asked } = aBrowser(['answers'], { permissions: permissions as unknown as Permissions })
    await visit().captureForSession({ wanted: false })
    expect(asked).toEqual([])
  })

  it('reports a browser that fails synchronously', async () => {
    const { env, toasts, position, storage } = aBrowser(['answers'])
    const failing = {
      ...env,
      get geolocation(): Geolocation {
        throw new Error('switched off')
      },
    }
    await createMemberLocation({ env: failing, position, toasts, storage }).captureForSession({
      wanted: true,
    })
    expect(toasts.getState()?.description).toBe(i18n._(LOCATION_NOTICES.unknown))
  })
})
