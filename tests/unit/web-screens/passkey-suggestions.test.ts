import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PASSKEYS } from '#schema/passkeys.ts'
import { ApiFailure } from '#web/data/failure.ts'
import { logInByPasskey, suggestPasskeys } from '#web/screens/auth/passkey-login.ts'
import type { Services } from '#web/state/services.ts'
import { createToastStore } from '#web/state/toasts.ts'
import { createStorage } from '../../kit/storage.ts'

const LIFETIME = PASSKEYS.challengeMinutes * 60_000
const NOT_REACHED = new ApiFailure(0, 'NETWORK', 'We cannot reach the server.')
const REFUSED = new ApiFailure(401, 'UNAUTHENTICATED', 'This passkey does not work here.')

/** A request for a passkey that the browser has got. */
interface Asked {
  challenge: string
  byAutofill: boolean
  isOver: boolean
  /** Answers as if the member had chosen a passkey. */
  choose(): void
  cancel(): void
}

/** A credential whose signed data is the challenge. */
const credentialOf = (challenge: string) => {
  const bytes = new TextEncoder().encode(challenge).buffer
  const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes }
  return { id: 'AAAA', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) }
}

/** A browser that asks for passkeys, and a server that answers. */
function aLoginPage() {
  const asked: Asked[] = []
  const failures: (ApiFailure | undefined)[] = []
  const loginFailures: ApiFailure[] = []
  const logins: string[] = []
  let issued = 0
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    querySelectorAll: () => [1],
  })
  const get = ({ publicKey, mediation, signal }: CredentialRequestOptions) =>
    new Promise((resolve, reject) => {
      const challenge = new TextDecoder().decode(publicKey?.challenge)
      const one: Asked = {
        challenge,
        byAutofill: mediation === 'conditional',
        isOver: false,
        choose: () => end(() => resolve(credentialOf(challenge))),
        cancel: () => end(() => reject(new DOMException('closed', 'NotAllowedError'))),
      }
      const end = (settle: () => void) => {
        one.isOver = true
        settle()
      }
      signal?.addEventListener('abort', () => end(() => reject(signal.reason)))
      asked.push(one)
    })
  vi.stubGlobal('navigator', { credentials: { get } })
  vi.stubGlobal('document', document)
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true }),
  )
  const api = {
    async call() {
      const failure = failures.shift()
      if (failure) throw failure
      issued += 1
      const challenge = btoa(`challenge ${issued}`).replace(/=+$/, '')
      return {
        status: 200,
        data: { challenge, rpId: 'localhost', timeout: LIFETIME, userVerification: 'required' },
      }
    },
  }
  const session = {
    async login({ response }: { response: { clientDataJSON: string } }) {
      const failure = loginFailures.shift()
      if (failure) throw failure
      logins.push(atob(response.clientDataJSON))
    },
  }
  const toasts = createToastStore()
  const deps = { api, session, toasts, tabStorage: createStorage() } as unknown as Services
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    asked,
    failures,
    loginFailures,
    logins,
    toasts,
    settle,
    last: () => asked.at(-1),
    /** Presses the button beside the suggestions. */
    press: () => logInByPasskey(deps),
    start: () => suggestPasskeys({ document: document as unknown as Document }, deps),
    async show(visibilityState: 'visible' | 'hidden') {
      document.visibilityState = visibilityState
      document.dispatchEvent(new Event('visibilitychange'))
      await settle()
    },
  }
}

/** Chooses a suggestion after the end of its challenge, on a machine that slept: its timers have not run yet. */
async function chooseTooLate() {
  const page = aLoginPage()
  page.start()
  await page.settle()
  vi.setSystemTime(Date.now() + LIFETIME)
  page.last()?.choose()
  await page.settle()
  return page
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the suggestions of a login form', () => {
  // covers: beyond-passkeys-renewal
  it('replace the challenge before it ends, and log in with the newest one', async () => {
    const page = aLoginPage()
    page.start()
    await vi.advanceTimersByTimeAsync(3 * LIFETIME)
    expect(page.asked.map(({ isOver }) => isOver)).toEqual([true, true, true, false])
    page.last()?.choose()
    await page.settle()
    expect(page.logins).toEqual(['challenge 4'])
    expect(page.toasts.getState()).toBeNull()
  })

  // covers: beyond-passkeys-renewal
  it('ask for no challenge while the page is hidden, and for a new one once it is visible', async () => {
    const page = aLoginPage()
    page.start()
    await page.settle()
    await page.show('hidden')
    await vi.advanceTimersByTimeAsync(5 * LIFETIME)
    expect(page.asked).toHaveLength(1)
    await page.show('visible')
    expect(page.asked.map(({ isOver }) => isOver)).toEqual([true, false])
    await page.show('visible')
    expect(page.asked).toHaveLength(2)
  })

  // covers: beyond-passkeys-renewal
  it('ask once more, in a window, for a passkey that was chosen too late', async () => {
    const page = await chooseTooLate()
    expect(page.logins).toEqual([])
    expect(page.last()).toMatchObject({ challenge: 'challenge 2', byAutofill: false })
    page.last()?.choose()
    await page.settle()
    expect(page.logins).toEqual(['challenge 2'])
    expect(page.toasts.getState()).toBeNull()
  })

  // covers: beyond-passkeys-renewal
  it('leave that window alone when the page is hidden and visible again', async () => {
    const page = await chooseTooLate()
    await page.show('hidden')
    vi.setSystemTime(Date.now() + LIFETIME)
    await page.show('visible')
    expect(page.last()?.isOver).toBe(false)
    page.last()?.cancel()
    await page.settle()
    expect(page.asked).toHaveLength(2)
  })

  // covers: beyond-passkeys-renewal
  it('try again once the page is visible again if there was no connection', async () => {
    const page = aLoginPage()
    page.failures.push(NOT_REACHED)
    page.start()
    await page.settle()
    expect(page.asked).toHaveLength(0)
    await page.show('visible')
    expect(page.asked).toHaveLength(1)
  })

  // covers: beyond-passkeys-renewal
  it('say that a passkey was refused, and ask with a new challenge', async () => {
    const page = aLoginPage()
    page.loginFailures.push(REFUSED)
    page.start()
    await page.settle()
    page.last()?.choose()
    await page.settle()
    expect(page.toasts.getState()).toMatchObject({ title: 'Login failed' })
    expect(page.last()).toMatchObject({ challenge: 'challenge 2', byAutofill: true, isOver: false })
  })

  // covers: beyond-passkeys-renewal
  it('end with the form', async () => {
    const page = aLoginPage()
    const stop = page.start()
    await page.settle()
    stop()
    await page.show('visible')
    await vi.advanceTimersByTimeAsync(2 * LIFETIME)
    expect(page.asked.map(({ isOver }) => isOver)).toEqual([true])
  })

  // covers: beyond-passkeys-renewal
  it('make way for the window of the button', async () => {
    const page = aLoginPage()
    page.start()
    await page.settle()
    const login = page.press()
    await page.settle()
    await vi.advanceTimersByTimeAsync(2 * LIFETIME)
    await page.show('visible')
    expect(page.asked.map(({ isOver }) => isOver)).toEqual([true, false])
    page.last()?.choose()
    await login
    expect(page.logins).toEqual(['challenge 2'])
  })
})
