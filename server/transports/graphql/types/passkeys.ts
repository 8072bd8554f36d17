import * as z from 'zod'
import { PASSKEYS, passkeyAssertion, passkeyAttestation, passkeyName } from '#schema/passkeys.ts'
import { passwordConfirmation } from '#schema/privacy.ts'
import { text } from '#schema/translatable.ts'
import type { Passkey } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'

/** Also for members who are suspended: it protects an account that they keep. */
const account = { skipTypeScopes: true, authScopes: { account: true } } as const

export const CREDENTIAL = 'The answer of the passkey as JSON: `AuthenticationResponseJSON` of WebAuthn.'
const PROOF =
  'Where two-step login is on, the session needs a proof (`proveSecondFactor` or `provePasskey`) within the last ten minutes.'

const byId = z.object({ id: z.uuid(text('Not an id')) })
const named = z.object({ name: passkeyName })

/** @throws ApiError INVALID */
function parsed(credential: string): unknown {
  try {
    return JSON.parse(credential)
  } catch {
    throw new ApiError('INVALID', text('This request is not valid.'))
  }
}

/** Reads the answer of a passkey. @throws ApiError INVALID */
export const assertionOf = (credential: string) => validate(passkeyAssertion, parsed(credential))

/** The passkeys of the caller, and proofs of the second factor with one. */
export function addPasskeys(builder: Builder) {
  const passkey = builder.objectRef<Passkey>('Passkey').implement({
    description: 'A passkey: it opens the account without the password and without a code.',
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name', { description: 'The name that the member gave it.' }),
      created: t.expose('created', { type: 'DateTime', description: 'When it was added.' }),
      lastUsed: t.expose('lastUsed', {
        type: 'DateTime',
        nullable: true,
        description: 'When it was last used. Null until then.',
      }),
      synchronized: t.exposeBoolean('synchronized', {
        description: 'Whether other devices of the member have it too.',
      }),
    }),
  })
  builder.queryFields((t) => ({
    passkeys: t.field({
      ...account,
      type: [passkey],
      description: 'The passkeys of the caller, the newest first.',
      resolve: (_, __, context) => context.domains.accounts.passkeys.list(memberOf(context)),
    }),
  }))
  addPasskeyAddition(builder, passkey)
  addPasskeyChanges(builder)
  addPasskeyProofs(builder)
}

function addPasskeyAddition(
  builder: Builder,
  passkey: ReturnType<ReturnType<typeof builder.objectRef<Passkey>>['implement']>,
) {
  builder.mutationFields((t) => ({
    beginPasskey: t.string({
      ...account,
      description: `Returns what a browser needs to make a passkey, as JSON: \`PublicKeyCredentialCreationOptionsJSON\` of WebAuthn. Needs a verified email address. ${PROOF}`,
      args: { password: t.arg.string() },
      async resolve(_, args, context) {
        const { password } = validate(passwordConfirmation, args)
        const { passkeys } = context.domains.accounts
        return JSON.stringify(await passkeys.begin(memberOf(context), password, context.address))
      },
    }),
    addPasskey: t.field({
      ...account,
      type: passkey,
      description: `Adds the passkey that the browser made, and mails the owner. An account has at most ${PASSKEYS.mostPerAccount}.`,
      args: {
        name: t.arg.string({ description: `A name of up to ${PASSKEYS.nameMax} characters.` }),
        credential: t.arg.string({
          description: 'The new passkey as JSON: `RegistrationResponseJSON` of WebAuthn.',
        }),
      },
      resolve: (_, { name, credential }, context) =>
        context.domains.accounts.passkeys.add(
          memberOf(context),
          {
            attestation: validate(passkeyAttestation, parsed(credential)),
            name: validate(named, { name }).name,
          },
          context.address,
        ),
    }),
  }))
}

function addPasskeyChanges(builder: Builder) {
  builder.mutationFields((t) => ({
    renamePasskey: t.boolean({
      ...account,
      description: 'Gives a passkey of the caller another name.',
      args: {
        id: t.arg.id(),
        name: t.arg.string({ description: `A name of up to ${PASSKEYS.nameMax} characters.` }),
      },
      async resolve(_, { id, name }, context) {
        const given = { ...validate(byId, { id }), ...validate(named, { name }) }
        await context.domains.accounts.passkeys.rename(memberOf(context), given)
        return true
      },
    }),
    removePasskey: t.boolean({
      ...account,
      description: `Removes a passkey, and mails the owner. Sessions that it opened go on. ${PROOF}`,
      args: { id: t.arg.id(), password: t.arg.string() },
      async resolve(_, { id, password }, context) {
        const given = { ...validate(byId, { id }), ...validate(passwordConfirmation, { password }) }
        await context.domains.accounts.passkeys.remove(memberOf(context), given, context.address)
        return true
      },
    }),
  }))
}

function addPasskeyProofs(builder: Builder) {
  builder.mutationFields((t) => ({
    beginPasskeyProof: t.string({
      ...account,
      description:
        'Returns what a browser needs to ask for a passkey that proves the second factor of this session, as JSON: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.',
      resolve: async (_, __, context) =>
        JSON.stringify(await context.domains.accounts.passkeys.beginProof(memberOf(context))),
    }),
    provePasskey: t.boolean({
      ...account,
      description:
        'Proves the second factor for this session with a passkey of the account, as `proveSecondFactor` does with a code.',
      args: { credential: t.arg.string({ description: CREDENTIAL }) },
      async resolve(_, { credential }, context) {
        await context.domains.accounts.passkeys.prove(
          memberOf(context),
          assertionOf(credential),
          context.address,
        )
        return true
      },
    }),
  }))
}
