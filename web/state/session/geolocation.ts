import type { Position } from '#schema/location.ts'

/** The parts of the browser that geolocation needs. */
export interface LocationEnv {
  geolocation: Geolocation | undefined
  permissions: Permissions | undefined
  /** Whether the page came over HTTPS or from this machine. */
  secure: boolean
  userAgent: string
}

export const browserLocation = ({ navigator, isSecureContext }: Window): LocationEnv => ({
  geolocation: navigator.geolocation,
  permissions: navigator.permissions,
  secure: isSecureContext,
  userAgent: navigator.userAgent,
})

export type LocationProblem =
  | 'unsupported'
  | 'insecure'
  | 'permission'
  | 'unavailable'
  | 'timeout'
  | 'security'
  | 'unknown'

export class LocationFailure extends Error {
  readonly problem: LocationProblem
  constructor(problem: LocationProblem, message: string = problem) {
    super(message)
    this.name = 'LocationFailure'
    this.problem = problem
  }
}

/** Spec §9: the tool at /location-debug. */
export const DEBUG_MODES = [
  {
    name: 'High accuracy',
    options: { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 },
  },
  {
    name: 'Low accuracy',
    options: { enableHighAccuracy: false, timeout: 20_000, maximumAge: 5 * 60_000 },
  },
  {
    name: 'Cached position',
    options: { enableHighAccuracy: false, timeout: 10_000, maximumAge: 60 * 60_000 },
  },
] as const satisfies readonly { name: string; options: PositionOptions }[]

const isFirefox = (agent: string) => agent.includes('Firefox/')
const isChrome = (agent: string) => /Chrom(e|ium)\//.test(agent)
const isSafari = (agent: string) => agent.includes('Safari/') && !isChrome(agent)

/**
 * Returns the options for a session (spec §9): 15 s for Firefox, 10 s for Chrome, 12 s for others; low accuracy, at
 * most five minutes old.
 */
export function sessionOptions(agent: string): PositionOptions {
  const timeout = isFirefox(agent) ? 15_000 : isChrome(agent) ? 10_000 : 12_000
  return { enableHighAccuracy: false, timeout, maximumAge: 5 * 60_000 }
}

/** Returns the attempts of a registration (spec §9): 10 to 30 s by browser, then 5 s for a cached position. */
export function registrationSteps(agent: string): PositionOptions[] {
  const total = isFirefox(agent) ? 30_000 : isSafari(agent) ? 20_000 : isChrome(agent) ? 10_000 : 15_000
  return [
    { enableHighAccuracy: true, timeout: total / 2, maximumAge: 0 },
    { enableHighAccuracy: false, timeout: total / 2, maximumAge: 5 * 60_000 },
    { enableHighAccuracy: false, timeout: 5_000, maximumAge: 60 * 60_000 },
  ]
}

/**
 * Milliseconds after the timeout before an attempt counts as timed out: some browsers never answer an ignored prompt.
 */
const MARGIN = 5_000

/** Asks the browser once for its position. @throws LocationFailure */
export function locate(env: LocationEnv, options: PositionOptions): Promise<Position> {
  const { geolocation } = env
  if (!geolocation) return Promise.reject(new LocationFailure('unsupported'))
  if (!env.secure) return Promise.reject(new LocationFailure('insecure'))
  return new Promise((resolve, reject) => {
    const unanswered = setTimeout(
      () => reject(new LocationFailure('timeout')),
      (options.timeout ?? 0) + MARGIN,
    )
    const settle = (settled: () => void) => {
      clearTimeout(unanswered)
      settled()
    }
    try {
      geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy } }) =>
          settle(() => resolve({ latitude, longitude, accuracy })),
        (error) => settle(() => reject(failureOf(error))),
        options,
      )
    } catch (error) {
      settle(() => reject(failureOf(error)))
    }
  })
}

/**
 * Tries high accuracy, then low accuracy, then a cached position. Stops when the member denies access.
 *
 * @throws LocationFailure the last one
 */
export async function locateForRegistration(env: LocationEnv): Promise<Position> {
  let last: unknown
  for (const options of registrationSteps(env.userAgent)) {
    try {
      return await locate(env, options)
    } catch (error) {
      last = error
      if (!(error instanceof LocationFailure) || !['timeout', 'unavailable'].includes(error.problem)) break
    }
  }
  throw last
}

function failureOf(error: unknown): LocationFailure {
  if (typeof error !== 'object' || error === null) return new LocationFailure('unknown')
  const message = 'message' in error && typeof error.message === 'string' ? error.message : undefined
  if ('name' in error && error.name === 'SecurityError') return new LocationFailure('security', message)
  const code = 'code' in error ? error.code : undefined
  const problems: Record<number, LocationProblem> = { 1: 'permission', 2: 'unavailable', 3: 'timeout' }
  return new LocationFailure((typeof code === 'number' && problems[code]) || 'unknown', message)
}
