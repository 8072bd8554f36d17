import type { RouteName } from '#schema/routes.ts'
import type { Answer, ApiDeps, CallInput } from './call.ts'
import { notLoaded } from './failure.ts'

export type { Answer, ApiEvents, CallInput } from './call.ts'

export interface Api {
  /** @throws ApiFailure; a DOMException when aborted */
  call<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<Answer<Name>>
}

/**
 * Creates the REST client. Its code and the contract load with the first call, to keep them out of the first load.
 */
export const createApi = (deps: ApiDeps): Api => ({
  call: async (name, input) => (await import('./call.ts').catch(notLoaded)).call(deps, name, input),
})
