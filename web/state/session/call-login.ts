import type { PasskeyAssertion } from '#schema/passkeys.ts'
import type { Login } from '#schema/registration.ts'
import type { Api } from '../../data/api.ts'

/** Logs in with a password or with a passkey. @throws ApiFailure */
export const callLogin = (api: Api, input: Login | PasskeyAssertion) =>
  'password' in input ? api.call('login', { body: input }) : api.call('loginByPasskey', { body: input })
