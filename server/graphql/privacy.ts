import * as z from 'zod'
import { EXPORT_STATUSES, passwordConfirmation } from '#schema/privacy.ts'
import type { AccountSession, SignIn } from '../accounts/index.ts'
import type { DataExport } from '../privacy/index.ts'
import { type Builder, memberOf } from './builder.ts'
import { accept } from './input.ts'
import { connectionOf, connectionType, placeOf } from './pages.ts'

const byId = z.object({ id: z.uuid('Not an id') })

/** What a suspended person keeps too: these say so themselves, instead of their type. */
const account = { skipTypeScopes: true, authScopes: { account: true } } as const

export function addPrivacy(builder: Builder) {
  const session = builder.objectRef<AccountSession>('AccountSession').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      /** The one that asks. */
      current: t.exposeBoolean('current'),
      browser: t.exposeString('browser'),
      system: t.exposeString('system'),
      address: t.exposeString('address', { nullable: true }),
      created: t.string({ resolve: ({ created }) => created.toISOString() }),
      lastUsed: t.string({ resolve: ({ lastUsed }) => lastUsed.toISOString() }),
    }),
  })
  const kind = builder.enumType('SignInKind', {
    values: { LOGIN: { value: 'login' }, REGISTER: { value: 'register' } } as const,
  })
  const signIn = builder.objectRef<SignIn>('SignIn').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      time: t.string({ resolve: ({ time }) => time.toISOString() }),
      kind: t.field({ type: kind, resolve: (one) => one.kind }),
      browser: t.exposeString('browser'),
      system: t.exposeString('system'),
      address: t.exposeString('address', { nullable: true }),
      placeGiven: t.exposeBoolean('placeGiven'),
    }),
  })
  const signIns = connectionType(builder, 'SignIn', signIn)
  const status = builder.enumType('DataExportStatus', { values: EXPORT_STATUSES })
  const dataExport = builder.objectRef<DataExport>('DataExport').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      status: t.field({ type: status, resolve: (one) => one.status }),
      /** In per cent. */
      progress: t.exposeInt('progress'),
      created: t.string({ resolve: ({ created }) => created.toISOString() }),
      expires: t.string({ resolve: ({ expires }) => expires.toISOString() }),
      size: t.exposeInt('size', { nullable: true }),
    }),
  })

  builder.queryFields((t) => ({
    sessions: t.field({
      ...account,
      type: [session],
      resolve: (_, __, context) => context.rooms.accounts.sessions.list(memberOf(context)),
    }),
    signIns: t.field({
      ...account,
      type: signIns,
      args: { first: t.arg.int({ required: false }), after: t.arg.string({ required: false }) },
      async resolve(_, args, context) {
        const place = placeOf(args)
        return connectionOf(await context.rooms.accounts.signIns(memberOf(context).id, place), place)
      },
    }),
    dataExports: t.field({
      ...account,
      type: [dataExport],
      resolve: (_, __, context) => context.rooms.privacy.exports(memberOf(context).id),
    }),
  }))

  builder.mutationFields((t) => ({
    revokeSession: t.boolean({
      ...account,
      args: { id: t.arg.id() },
      async resolve(_, args, context) {
        await context.rooms.accounts.sessions.revoke(memberOf(context), accept(byId, args).id)
        return true
      },
    }),
    /** How many there were. */
    revokeOtherSessions: t.int({
      ...account,
      resolve: (_, __, context) => context.rooms.accounts.sessions.revokeOthers(memberOf(context)),
    }),
    requestDataExport: t.field({
      ...account,
      type: dataExport,
      resolve: (_, __, context) => context.rooms.privacy.requestExport(memberOf(context).id),
    }),
    closeAccount: t.boolean({
      ...account,
      args: { password: t.arg.string() },
      async resolve(_, args, context) {
        const { password } = accept(passwordConfirmation, args)
        await context.rooms.accounts.closing.close(memberOf(context), password)
        return true
      },
    }),
    /** The instant from which on the data are erased, unless somebody logs in before. */
    deleteAccount: t.string({
      ...account,
      args: { password: t.arg.string() },
      async resolve(_, args, context) {
        const { password } = accept(passwordConfirmation, args)
        const { eraseAfter } = await context.rooms.accounts.closing.delete(memberOf(context), password)
        return eraseAfter.toISOString()
      },
    }),
    setMissedMails: t.boolean({
      ...account,
      args: { on: t.arg.boolean() },
      async resolve(_, { on }, context) {
        await context.rooms.missedMails.choose(memberOf(context).id, on)
        return on
      },
    }),
  }))
}
