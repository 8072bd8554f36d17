import type { AuthResponse } from '#schema/account.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { passkeyRequestModel } from '#schema/passkeys.fields.ts'
import type { PasskeyRequest } from '#schema/passkeys.ts'
import { type Builder, callerOf } from '#server/transports/graphql/builder.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import { assertionOf, CREDENTIAL } from './passkeys.ts'

/** The login by passkey. */
export function addPasskeyLogin(
  builder: Builder,
  opened: ReturnType<ReturnType<typeof builder.objectRef<AuthResponse>>['implement']>,
) {
  const request = builder.objectRef<PasskeyRequest>('PasskeyRequest').implement({
    description: passkeyRequestModel.description,
    fields: (t) => modelFields(t, passkeyRequestModel, { types: { userVerification: 'String' } }),
  })
  builder.mutationFields((t) => ({
    requestPasskey: t.field({
      type: request,
      skipTypeScopes: true,
      description: OPERATION_TEXTS.requestPasskey,
      resolve: (_, __, { domains, address }) => domains.accounts.passkeys.request(address),
    }),
    loginByPasskey: t.field({
      type: opened,
      skipTypeScopes: true,
      description: `${OPERATION_TEXTS.loginByPasskey} For a suspended account it fails as \`logIn\` does.`,
      args: { credential: t.arg.string({ description: CREDENTIAL }) },
      resolve: (_, { credential }, context) =>
        context.domains.accounts.passkeys.logIn(assertionOf(credential), callerOf(context)),
    }),
  }))
}
