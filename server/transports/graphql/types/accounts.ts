import * as z from 'zod'
import { authResponseModel, mailedCodeModel, verificationResultModel } from '#schema/account.fields.ts'
import type { AuthResponse, VerificationResult } from '#schema/account.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { loginModel, registrationModel } from '#schema/registration.fields.ts'
import { login, type Registration, registration } from '#schema/registration.ts'
import { ACCOUNT_ROUTES } from '#schema/routes/accounts.ts'
import { sentenceOf } from '#schema/translatable.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, callerOf, memberOf } from '#server/transports/graphql/builder.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import { addPasskeyLogin } from './passkey-login.ts'
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
  addPasskeyLogin(builder, opened)
  addVerification(builder, { verified })
}

const addOpened = (builder: Builder, people: PeopleTypes) =>
  builder.objectRef<AuthResponse>('AuthResponse').implement({
    description: authResponseModel.description,
    fields: (t) => modelFields(t, authResponseModel, { types: { user: people.me } }),
  })

const addVerified = (builder: Builder) =>
  builder.objectRef<VerificationResult>('VerificationResult').implement({
    description: verificationResultModel.description,
    fields: (t) => ({
      ...modelFields(t, verificationResultModel, { omit: ['message'] }),
      message: t.string({
        description: verificationResultModel.fields.message,
        resolve: ({ message }, _, { say }) => say(sentenceOf(message)),
      }),
    }),
  })

function addRegistrationInput(builder: Builder, people: PeopleTypes) {
  const texts = registrationModel.fields
  return builder.inputType('RegistrationInput', {
    description: registrationModel.description,
    fields: (t) =>
      ({
        userName: t.string({ description: texts.userName }),
        password: t.string({ description: texts.password }),
        displayName: t.string({ description: texts.displayName }),
        phone: t.string({ description: texts.phone }),
        interests: t.stringList({ description: texts.interests }),
        nearBy: t.boolean({ defaultValue: false, description: texts.nearBy }),
        gender: t.field({ type: people.gender }),
        age: t.int({ description: texts.age }),
        lookingFor: t.field({ type: [people.lookingFor], description: texts.lookingFor }),
        language: t.field({ type: people.language, required: false, description: texts.language }),
      }) satisfies Record<Exclude<keyof Registration, 'latitude' | 'longitude'>, unknown>,
  })
}

function addAccountQueries(builder: Builder) {
  builder.queryFields((t) => ({
    canRemoveRegistration: t.boolean({
      description: OPERATION_TEXTS.checkRegistrationRemoval,
      skipTypeScopes: true,
      args: {
        code: t.arg.string({ description: mailedCodeModel.fields.code }),
        email: t.arg.string({ description: mailedCodeModel.fields.email }),
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
        input: t.arg({ type: registrationInput, description: registrationModel.description }),
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
        userName: t.arg.string({ description: loginModel.fields.userName }),
        password: t.arg.string(),
        code: t.arg.string({ required: false, description: loginModel.fields.code }),
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
        code: t.arg.string({ description: mailedCodeModel.fields.code }),
        email: t.arg.string({ description: mailedCodeModel.fields.email }),
      },
      resolve(_, args, { domains, address }) {
        const { code, email } = validate(verification, args)
        return domains.accounts.verifyEmail(code, email, address)
      },
    }),
    removeRegistration: t.field({
      type: verified,
      description: OPERATION_TEXTS.removeRegistration,
      skipTypeScopes: true,
      args: {
        code: t.arg.string({ description: mailedCodeModel.fields.code }),
        email: t.arg.string({ description: mailedCodeModel.fields.email }),
      },
      resolve(_, args, { domains, address }) {
        const { code, email } = validate(removal, args)
        return domains.accounts.registrationRemoval.remove(code, email, address)
      },
    }),
    resendVerification: t.field({
      type: verified,
      skipTypeScopes: true,
      description: OPERATION_TEXTS.resendVerification,
      args: { email: t.arg.string({ description: 'The email address of the account.' }) },
      resolve: (_, args, { domains, address }) =>
        domains.accounts.resendVerification(validate(resend, args).email, address),
    }),
  }))
}
