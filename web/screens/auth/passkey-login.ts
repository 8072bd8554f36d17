import { t } from '@lingui/core/macro'
import type { PasskeyAssertion } from '#schema/passkeys.ts'
import { ApiFailure } from '../../data/failure.ts'
import { askForPasskey, passkeyProblem, stopAskingForPasskeys } from '../../data/passkeys.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { Services } from '../../state/services.ts'
import { showAuthError } from '../shared/forms/show-auth-error.ts'

type Deps = Pick<Services, 'api' | 'session' | 'tabStorage' | 'toasts'>

/** Logs in with a passkey that the member chooses in a window of the browser. Shows a toast for a failure. */
export async function logInByPasskey(deps: Deps): Promise<void> {
  const { api, toasts } = deps
  try {
    const { data } = await api.call('requestPasskey', {})
    await logIn(deps, await askForPasskey(data))
  } catch (error) {
    if (error instanceof ApiFailure) showAuthError(toasts, 'Login', error)
    else if (passkeyProblem(error) === 'failed')
      toasts.show({
        title: t`Login failed`,
        description: t`Your browser couldn't use a passkey. Please log in with your password.`,
        variant: 'destructive',
      })
  }
}

/** Logs in, without the offer of a passkey that an earlier attempt with the password prepared. */
async function logIn({ session, tabStorage }: Deps, assertion: PasskeyAssertion) {
  tabStorage.removeItem(STORAGE_KEYS.passwordLogin)
  await session.login(assertion)
}

/** Milliseconds before the end of a challenge at which the next one replaces it. */
const SPARE = 30_000

/**
 * Offers passkeys among the suggestions of the email field, until the member logs in or the returned function is called.
 * A form can be open for longer than a challenge lasts: the challenge is replaced in time while the page is visible, and
 * otherwise once it is visible again. Where all of that fails, the form works without suggestions.
 */
export function suggestPasskeys({ document }: { document: Document }, deps: Deps): () => void {
  const { api, toasts } = deps
  let hasStopped = false
  let isRunning = false
  /** Whether the browser waits for the member to choose a suggestion. */
  let isWaiting = false
  let isRenewing = false
  let renewAt = 0

  function renew() {
    if (hasStopped || document.visibilityState === 'hidden') return
    if (!isRunning) return void suggest()
    if (!isWaiting || Date.now() < renewAt) return
    isRenewing = true
    stopAskingForPasskeys()
  }

  async function suggest(): Promise<void> {
    isRunning = true
    // A failed request for a challenge is repeated once the page is visible again.
    while (await ask().catch(() => false)) if (hasStopped) break
    isRunning = false
  }

  /** Asks once. Returns whether to ask again, with a new challenge. @throws ApiFailure when there is no challenge */
  async function ask(): Promise<boolean> {
    const { data: challenge } = await api.call('requestPasskey', {})
    if (hasStopped) return false
    renewAt = Date.now() + challenge.timeout - SPARE
    isRenewing = false
    isWaiting = true
    const timer = setTimeout(renew, challenge.timeout - SPARE)
    try {
      const chosen = await askForPasskey(challenge, { byAutofill: true }).finally(() => {
        isWaiting = false
        clearTimeout(timer)
      })
      // The machine was asleep: the browser asks again, instead of a message about what the member did not do.
      const isLate = Date.now() >= renewAt
      const assertion = isLate ? await askForPasskey((await api.call('requestPasskey', {})).data) : chosen
      await logIn(deps, assertion)
      return stop()
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) {
        showAuthError(toasts, 'Login', error)
        return true
      }
      return isRenewing || stop()
    }
  }

  /** Ends the suggestions. Another request for a passkey may have taken their place, so it ends none. */
  function stop(): false {
    hasStopped = true
    document.removeEventListener('visibilitychange', renew)
    return false
  }

  document.addEventListener('visibilitychange', renew)
  void suggest()
  return () => {
    stop()
    stopAskingForPasskeys()
  }
}
