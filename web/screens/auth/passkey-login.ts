import { t } from '@lingui/core/macro'
import { ApiFailure } from '../../data/failure.ts'
import { askForPasskey, passkeyProblem, stopAskingForPasskeys } from '../../data/passkeys.ts'
import type { Services } from '../../state/services.ts'
import { showAuthError } from '../shared/forms/show-auth-error.ts'

type Deps = Pick<Services, 'api' | 'session' | 'toasts'>

/** Logs in with a passkey that the member chooses in a window of the browser. Shows a toast for a failure. */
export async function logInByPasskey({ api, session, toasts }: Deps): Promise<void> {
  try {
    const { data } = await api.call('requestPasskey', {})
    await session.login(await askForPasskey(data))
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

/**
 * Offers passkeys among the suggestions of the email field, until the member logs in or the returned function is called.
 * Where that fails, the form works without them.
 */
export function suggestPasskeys(deps: Deps): () => void {
  let hasStopped = false
  async function suggest(): Promise<void> {
    try {
      const { data } = await deps.api.call('requestPasskey', {})
      if (hasStopped) return
      const assertion = await askForPasskey(data, { byAutofill: true })
      await deps.session.login(assertion)
    } catch (error) {
      // A refused passkey needs a new challenge.
      if (!(error instanceof ApiFailure) || error.status !== 401) return
      showAuthError(deps.toasts, 'Login', error)
      if (!hasStopped) await suggest()
    }
  }
  void suggest()
  return () => {
    hasStopped = true
    stopAskingForPasskeys()
  }
}
