import * as z from 'zod'
import type { AuthResponse, VerificationResult } from '#schema/account.ts'
import { login, registration } from '#schema/registration.ts'
import { ACCOUNT_ROUTES } from '#schema/routes/accounts.ts'
import { type Builder, callerOf, memberOf } from './builder.ts'
import { accept } from './input.ts'
import type { PeopleTypes } from './people.ts'
import { positionOf, type SessionTypes } from './session.ts'

const verification = ACCOUNT_ROUTES.verifyEmail.query
const resend = z.object({ email: ACCOUNT_ROUTES.resendVerification.body })

/** How a session is opened and closed. Its token stands in the answer alone: nothing here sets a cookie. */
export function addAccounts(builder: Builder, people: PeopleTypes, { positionInput }: SessionTypes) {
  const opened = builder.objectRef<AuthResponse>('AuthResponse').implement({
    fields: (t) => ({
      token: t.exposeString('token'),
      /** The account had been closed, and is open again. */
      reopened: t.boolean({ resolve: ({ reopened }) => reopened ?? false }),
      user: t.field({ type: people.me, resolve: ({ user }) => user }),
    }),
  })
  const verified = builder.objectRef<VerificationResult>('VerificationResult').implement({
    fields: (t) => ({ success: t.exposeBoolean('success'), message: t.exposeString('message') }),
  })
  const registrationInput = builder.inputType('RegistrationInput', {
    fields: (t) => ({
      /** An email address. */
      userName: t.string(),
      password: t.string(),
      displayName: t.string(),
      phone: t.string(),
      interests: t.stringList(),
      nearBy: t.boolean({ defaultValue: false }),
      gender: t.field({ type: people.gender }),
      age: t.int(),
      lookingFor: t.field({ type: [people.lookingFor] }),
    }),
  })

  builder.mutationFields((t) => ({
    register: t.field({
      type: opened,
      skipTypeScopes: true,
      args: {
        input: t.arg({ type: registrationInput }),
        position: t.arg({ type: positionInput, required: false }),
      },
      resolve: (_, { input, position }, context) =>
        context.rooms.accounts.register(accept(registration, input), positionOf(position), callerOf(context)),
    }),
    /** Whoever is suspended gets a token all the same, in the extensions of SUSPENDED: it opens what is for an account. */
    logIn: t.field({
      type: opened,
      skipTypeScopes: true,
      args: {
        userName: t.arg.string(),
        password: t.arg.string(),
        code: t.arg.string({
          required: false,
          description:
            'Where two-step login is on: a code of the authenticator app, or a recovery code. Without it the login fails with SECOND_FACTOR_REQUIRED.',
        }),
      },
      resolve: (_, { code, ...args }, context) =>
        context.rooms.accounts.logIn(accept(login, { ...args, code: code ?? undefined }), callerOf(context)),
    }),
    logOut: t.boolean({
      // Leaving is open to the suspended as well.
      skipTypeScopes: true,
      authScopes: { account: true },
      async resolve(_, __, context) {
        await context.rooms.accounts.logOut(memberOf(context))
        return true
      },
    }),
    verifyEmail: t.field({
      type: verified,
      skipTypeScopes: true,
      args: { code: t.arg.string(), email: t.arg.string() },
      resolve(_, args, { rooms, address }) {
        const { code, email } = accept(verification, args)
        return rooms.accounts.verifyEmail(code, email, address)
      },
    }),
    resendVerification: t.field({
      type: verified,
      skipTypeScopes: true,
      args: { email: t.arg.string() },
      resolve: (_, args, { rooms, address }) =>
        rooms.accounts.resendVerification(accept(resend, args).email, address),
    }),
  }))
}
