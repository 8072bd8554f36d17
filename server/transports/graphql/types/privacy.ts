import * as z from 'zod'
import { passwordConfirmation } from '#schema/privacy.ts'
import { SECOND_FACTOR } from '#schema/second-factor.ts'
import type { AccountSession, SignIn } from '#server/domains/accounts/index.ts'
import type { DataExport } from '#server/domains/privacy/index.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import type { EnumValues } from '#server/transports/graphql/enum-values.ts'
import { connectionOf, connectionType, pageArgs, placeOf } from '#server/transports/graphql/pages.ts'

const byId = z.object({ id: z.uuid('Not an id') })

const SIGN_INS = {
  LOGIN: { value: 'login' },
  REGISTER: { value: 'register', description: 'The registration.' },
} as const satisfies EnumValues<SignIn['kind']>

const EXPORTS = {
  QUEUED: { value: 'QUEUED', description: 'The export waits to be made.' },
  RUNNING: { value: 'RUNNING', description: 'The export is being made.' },
  READY: { value: 'READY', description: 'The export can be downloaded.' },
  FAILED: { value: 'FAILED', description: 'The export failed. Request another one.' },
} as const satisfies EnumValues<DataExport['status']>

const PROOF = `Where two-step login is on, the session needs a proof (\`proveSecondFactor\`) within the last ${SECOND_FACTOR.freshMinutes} minutes.`

/** What a suspended person keeps too: these say so themselves, instead of their type. */
const account = { skipTypeScopes: true, authScopes: { account: true } } as const

export function addPrivacy(builder: Builder) {
  const session = addSession(builder)
  const kind = addKind(builder)
  const signIn = addSignIn(builder, kind)
  const signIns = connectionType(builder, 'SignIn', { node: signIn, entries: 'sign-ins' })
  const status = addStatus(builder)
  const dataExport = addDataExport(builder, status)
  addPrivacyQueries(builder, { session, signIns, dataExport })
  addSessionMutations(builder)
  addDataMutations(builder, { dataExport })
}

const addSession = (builder: Builder) =>
  builder.objectRef<AccountSession>('AccountSession').implement({
    description: 'A session of the caller that is open.',
    fields: (t) => ({
      id: t.exposeID('id'),
      current: t.exposeBoolean('current', { description: 'Whether this request uses the session.' }),
      browser: t.exposeString('browser', { description: 'The name of the browser.' }),
      system: t.exposeString('system', { description: 'The name of the operating system.' }),
      address: t.exposeString('address', {
        nullable: true,
        description: 'The IP address that opened the session, when it is known.',
      }),
      created: t.expose('created', { type: 'DateTime', description: 'When the session was opened.' }),
      lastUsed: t.expose('lastUsed', { type: 'DateTime', description: 'When the session was last used.' }),
    }),
  })

const addKind = (builder: Builder) =>
  builder.enumType('SignInKind', {
    description: 'How a session was opened.',
    values: SIGN_INS,
  })

const addSignIn = (builder: Builder, kind: ReturnType<typeof addKind>) =>
  builder.objectRef<SignIn>('SignIn').implement({
    description: 'A login or the registration of the caller.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the entry.' }),
      time: t.expose('time', { type: 'DateTime', description: 'When the session was opened.' }),
      kind: t.field({
        type: kind,
        description: 'Whether it was a login or the registration.',
        resolve: (one) => one.kind,
      }),
      browser: t.exposeString('browser', { description: 'The name of the browser.' }),
      system: t.exposeString('system', { description: 'The name of the operating system.' }),
      address: t.exposeString('address', {
        nullable: true,
        description: 'The IP address that opened the session, when it is known.',
      }),
      placeGiven: t.exposeBoolean('placeGiven', {
        description: 'Whether the browser shared its location.',
      }),
    }),
  })

const addStatus = (builder: Builder) =>
  builder.enumType('DataExportStatus', {
    description: 'The state of a data export.',
    values: EXPORTS,
  })

const addDataExport = (builder: Builder, status: ReturnType<typeof addStatus>) =>
  builder.objectRef<DataExport>('DataExport').implement({
    description: 'An archive of what the server stores about the caller.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the export, as its download takes it.' }),
      status: t.field({
        type: status,
        description: 'The state of the export.',
        resolve: (one) => one.status,
      }),
      progress: t.exposeInt('progress', { description: 'How much is done, in per cent.' }),
      created: t.expose('created', { type: 'DateTime', description: 'When the export was requested.' }),
      expires: t.expose('expires', { type: 'DateTime', description: 'Until when it can be downloaded.' }),
      size: t.exposeInt('size', {
        nullable: true,
        description: 'The size of the file in bytes. Null until the export is ready.',
      }),
    }),
  })

function addPrivacyQueries(
  builder: Builder,
  {
    session,
    signIns,
    dataExport,
  }: {
    session: ReturnType<typeof addSession>
    signIns: ReturnType<typeof connectionType<SignIn>>
    dataExport: ReturnType<typeof addDataExport>
  },
) {
  builder.queryFields((t) => ({
    sessions: t.field({
      ...account,
      type: [session],
      description: 'The open sessions of the caller: the current one first, then the latest used.',
      resolve: (_, __, context) => context.domains.accounts.sessions.list(memberOf(context)),
    }),
    signIns: t.field({
      ...account,
      type: signIns,
      description: 'The logins and the registration of the caller, the newest first.',
      args: pageArgs(t.arg),
      async resolve(_, args, context) {
        const place = placeOf(args)
        return connectionOf(await context.domains.accounts.signIns(memberOf(context).id, place), place)
      },
    }),
    dataExports: t.field({
      ...account,
      type: [dataExport],
      description: 'The data exports that the caller requested, without expired ones.',
      resolve: (_, __, context) => context.domains.privacy.exports(memberOf(context).id),
    }),
  }))
}

function addSessionMutations(builder: Builder) {
  builder.mutationFields((t) => ({
    revokeSession: t.boolean({
      ...account,
      description: 'Ends a session of the caller and its streams.',
      args: { id: t.arg.id() },
      async resolve(_, args, context) {
        await context.domains.accounts.sessions.revoke(
          memberOf(context),
          validate(byId, args).id,
          context.address,
        )
        return true
      },
    }),
    revokeOtherSessions: t.int({
      ...account,
      description: 'Ends every session of the caller but the current one and returns how many ended.',
      resolve: (_, __, context) =>
        context.domains.accounts.sessions.revokeOthers(memberOf(context), context.address),
    }),
  }))
}

function addDataMutations(
  builder: Builder,
  { dataExport }: { dataExport: ReturnType<typeof addDataExport> },
) {
  builder.mutationFields((t) => ({
    requestDataExport: t.field({
      ...account,
      type: dataExport,
      description: `Starts an export of the data of the caller. ${PROOF}`,
      args: { password: t.arg.string() },
      resolve: (_, args, context) =>
        context.domains.privacy.requestExport({
          member: memberOf(context),
          password: validate(passwordConfirmation, args).password,
          address: context.address,
        }),
    }),
    closeAccount: t.boolean({
      ...account,
      description: `Closes the account. A login within twelve months reopens it. ${PROOF}`,
      args: { password: t.arg.string() },
      async resolve(_, args, context) {
        const { password } = validate(passwordConfirmation, args)
        await context.domains.accounts.closing.close(memberOf(context), password, context.address)
        return true
      },
    }),
    deleteAccount: t.field({
      ...account,
      type: 'DateTime',
      description: `Closes the account and returns when its data will be erased. A login before then keeps it. ${PROOF}`,
      args: { password: t.arg.string() },
      async resolve(_, args, context) {
        const { password } = validate(passwordConfirmation, args)
        const { closing } = context.domains.accounts
        const { eraseAfter } = await closing.delete(memberOf(context), password, context.address)
        return eraseAfter
      },
    }),
    setMissedMails: t.boolean({
      ...account,
      description: 'Switches mails about missed messages on or off and returns the choice.',
      args: { on: t.arg.boolean({ description: 'Whether to send the mails.' }) },
      async resolve(_, { on }, context) {
        await context.domains.emailPreferences.setUnreadReminders(memberOf(context).id, on)
        return on
      },
    }),
    setReadReceipts: t.boolean({
      ...account,
      description:
        'Switches receipts on or off, both ways: a member who hides receipts sees none either. Returns the choice.',
      args: { on: t.arg.boolean({ description: 'Whether to show receipts.' }) },
      async resolve(_, { on }, context) {
        await context.domains.chat.readReceipts.show(memberOf(context).id, on)
        return on
      },
    }),
  }))
}
