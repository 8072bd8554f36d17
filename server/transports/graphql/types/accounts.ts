import * as z from 'zod'
import type { AuthResponse, VerificationResult } from '#schema/account.ts'
import { login, type Registration, registration } from '#schema/registration.ts'
import { ACCOUNT_ROUTES } from '#schema/routes/accounts.ts'
import { sentenceOf } from '#schema/translatable.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, callerOf, memberOf } from '#server/transports/graphql/builder.ts'
import type { PeopleTypes } from './people.ts'
import { positionOf, type SessionTypes } from './session.ts'

const removal = ACCOUNT_ROUTES.removeRegistration.body
const verification = ACCOUNT_ROUTES.verifyEmail.query
const resend = z.object({ email: ACCOUNT_ROUTES.resendVerification.body })

/** How a session is opened and closed. Its token stands in the answer alone: nothing here sets a cookie. */
export function addAccounts(builder: Builder, people: PeopleTypes, { positionInput }: SessionTypes) {
  const opened = addOpened(builder, people)
  const verified = addVerified(builder)
  const registrationInput = addRegistrationInput(builder, people)
  addAccountQueries(builder)
  addRegistration(builder, { opened, registrationInput, positionInput })
  addLogIn(builder, { opened })
  addVerification(builder, { verified })
}

const addOpened = (builder: Builder, people: PeopleTypes) =>
  builder.objectRef<AuthResponse>('AuthResponse').implement({
    description: 'A new session.',
    fields: (t) => ({
      token: t.exposeString('token', {
        description: 'The session token. Send it in the header `Authorization: Bearer <token>`.',
      }),
      reopened: t.boolean({
        description: 'Whether this login reopened a closed account.',
        resolve: ({ reopened }) => reopened ?? false,
      }),
      user: t.field({
        type: people.me,
        description: 'The account of the session.',
        resolve: ({ user }) => user,
      }),
    }),
  })

const addVerified = (builder: Builder) =>
  builder.objectRef<VerificationResult>('VerificationResult').implement({
    description: 'The outcome of an email verification, or of a request for another mail.',
    fields: (t) => ({
      success: t.exposeBoolean('success', { description: 'Whether it succeeded.' }),
      message: t.string({
        description: 'The outcome in a sentence for the member.',
        resolve: ({ message }, _, { say }) => say(sentenceOf(message)),
      }),
    }),
  })

const addRegistrationInput = (builder: Builder, people: PeopleTypes) =>
  builder.inputType('RegistrationInput', {
    description: 'The data of a registration.',
    fields: (t) =>
      ({
        userName: t.string({ description: 'The email address, which becomes the login name.' }),
        password: t.string({
          description: 'At least 8 characters with an uppercase letter, a number and a special character.',
        }),
        displayName: t.string({ description: 'The name that other members see: 5 to 50 characters.' }),
        phone: t.string({
          description:
            'The phone number: 10 to 15 digits of any script, after an optional "+". Spaces, dashes, dots and parentheses are removed first.',
        }),
        interests: t.stringList({ description: 'One to ten interests of up to 50 characters each.' }),
        nearBy: t.boolean({
          defaultValue: false,
          description: 'Whether premium members nearby may see the member.',
        }),
        gender: t.field({ type: people.gender, description: 'The gender.' }),
        age: t.int({ description: 'The age in years: 18 to 100.' }),
        lookingFor: t.field({
          type: [people.lookingFor],
          description: 'What the member is looking for: one to five.',
        }),
        language: t.field({
          type: people.language,
          required: false,
          description:
            'The language of mails and notifications. Without it, the header Accept-Language decides.',
        }),
      }) satisfies Record<Exclude<keyof Registration, 'latitude' | 'longitude'>, unknown>,
  })

function addAccountQueries(builder: Builder) {
  builder.queryFields((t) => ({
    canRemoveRegistration: t.boolean({
      description:
        'Whether the code of a mail can still remove a registration that was never verified. Changes nothing.',
      skipTypeScopes: true,
      args: {
        code: t.arg.string({ description: 'The code of the mail.' }),
        email: t.arg.string({ description: 'The address that the mail was sent to.' }),
      },
      resolve(_, args, { domains, address }) {
        const { code, email } = validate(removal, args)
        return domains.accounts.registrationRemoval.isPossible(code, email, address)
      },
    }),
  }))
}

function addRegistration(
  builder: Builder,
  {
    opened,
    registrationInput,
    positionInput,
  }: {
    opened: ReturnType<typeof addOpened>
    registrationInput: ReturnType<typeof addRegistrationInput>
    positionInput: SessionTypes['positionInput']
  },
) {
  builder.mutationFields((t) => ({
    register: t.field({
      type: opened,
      skipTypeScopes: true,
      description: 'Creates an account, sends the verification mail and opens a session.',
      args: {
        input: t.arg({ type: registrationInput, description: 'The data of the registration.' }),
        position: t.arg({
          type: positionInput,
          required: false,
          description: 'Where the member is, when they share it.',
        }),
      },
      resolve: (_, { input, position }, context) =>
        context.domains.accounts.register(
          validate(registration, { ...input, language: input.language ?? undefined }),
          positionOf(position),
          callerOf(context),
        ),
    }),
  }))
}

function addLogIn(builder: Builder, { opened }: { opened: ReturnType<typeof addOpened> }) {
  builder.mutationFields((t) => ({
    logIn: t.field({
      type: opened,
      skipTypeScopes: true,
      description:
        'Opens a session. For a suspended account it fails with SUSPENDED; `extensions.token` then opens the standing, the appeal and the data of the account.',
      args: {
        userName: t.arg.string({ description: 'The email address of the account.' }),
        password: t.arg.string({ description: 'The password of the account.' }),
        code: t.arg.string({
          required: false,
          description:
            'Where two-step login is on: a code of the authenticator app, or a recovery code. Without it the login fails with SECOND_FACTOR_REQUIRED.',
        }),
      },
      resolve: (_, { code, ...args }, context) =>
        context.domains.accounts.logIn(
          validate(login, { ...args, code: code ?? undefined }),
          callerOf(context),
        ),
    }),
    logOut: t.boolean({
      // Suspended members may leave too.
      description: 'Ends the session of the caller.',
      skipTypeScopes: true,
      authScopes: { account: true },
      async resolve(_, __, context) {
        await context.domains.accounts.logOut(memberOf(context), context.address)
        return true
      },
    }),
  }))
}

function addVerification(builder: Builder, { verified }: { verified: ReturnType<typeof addVerified> }) {
  builder.mutationFields((t) => ({
    verifyEmail: t.field({
      type: verified,
      skipTypeScopes: true,
      description: 'Verifies an email address with the code of its mail.',
      args: {
        code: t.arg.string({ description: 'The code of the verification mail.' }),
        email: t.arg.string({ description: 'The email address that the code was sent to.' }),
      },
      resolve(_, args, { domains, address }) {
        const { code, email } = validate(verification, args)
        return domains.accounts.verifyEmail(code, email, address)
      },
    }),
    removeRegistration: t.field({
      type: verified,
      description:
        'Removes a registration that was never verified, with its sessions, by the code of a mail.',
      skipTypeScopes: true,
      args: {
        code: t.arg.string({ description: 'The code of the mail.' }),
        email: t.arg.string({ description: 'The address that the mail was sent to.' }),
      },
      resolve(_, args, { domains, address }) {
        const { code, email } = validate(removal, args)
        return domains.accounts.registrationRemoval.remove(code, email, address)
      },
    }),
    resendVerification: t.field({
      type: verified,
      skipTypeScopes: true,
      description: 'Sends the verification mail again.',
      args: { email: t.arg.string({ description: 'The email address of the account.' }) },
      resolve: (_, args, { domains, address }) =>
        domains.accounts.resendVerification(validate(resend, args).email, address),
    }),
  }))
}
