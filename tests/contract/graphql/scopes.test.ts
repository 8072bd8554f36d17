import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createGraphqlSchema } from '#server/transports/graphql/index.ts'
import type { TestApp } from '../../kit/app.ts'
import { ask, joinAs, TRANSPORTS } from '../../kit/graphql.ts'
import type { Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const logged: string[] = []
const node = useNode({ log: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }) })

/** The callers of a field: everyone, any account (even suspended), members, moderators, administrators. */
type Scope = 'visitor' | 'account' | 'member' | 'moderator' | 'admin'

/** The fields that are not for members. */
const TABLE: Record<string, Scope> = {
  joinLaunchList: 'visitor',
  logIn: 'visitor',
  loginByPasskey: 'visitor',
  me: 'visitor',
  plans: 'visitor',
  register: 'visitor',
  requestPasskey: 'visitor',
  requestPasswordReset: 'visitor',
  removeRegistration: 'visitor',
  resendVerification: 'visitor',
  resetPassword: 'visitor',
  canRemoveRegistration: 'visitor',
  validateResetToken: 'visitor',
  verifyEmail: 'visitor',
  verifyResetCode: 'visitor',

  addPasskey: 'account',
  appeal: 'account',
  beginPasskey: 'account',
  beginPasskeyProof: 'account',
  beginSecondFactor: 'account',
  closeAccount: 'account',
  confirmSecondFactor: 'account',
  dataExports: 'account',
  deleteAccount: 'account',
  disableSecondFactor: 'account',
  logOut: 'account',
  passkeys: 'account',
  provePasskey: 'account',
  proveSecondFactor: 'account',
  removePasskey: 'account',
  renamePasskey: 'account',
  removePushDevice: 'account',
  renewRecoveryCodes: 'account',
  requestDataExport: 'account',
  revokeOtherSessions: 'account',
  revokeSession: 'account',
  secondFactor: 'account',
  sessions: 'account',
  setMissedMails: 'account',
  setReadReceipts: 'account',
  signIns: 'account',
  standing: 'account',

  addNote: 'moderator',
  appeals: 'moderator',
  auditLog: 'moderator',
  claimReport: 'moderator',
  decideAboutPerson: 'moderator',
  decideAppeal: 'moderator',
  decideHeldMessage: 'moderator',
  decideHeldMessagesOf: 'moderator',
  decideReport: 'moderator',
  dismissReports: 'moderator',
  heldMessages: 'moderator',
  lastHour: 'moderator',
  liveFigures: 'moderator',
  moderationChanged: 'moderator',
  moderationCounts: 'moderator',
  person: 'moderator',
  releaseReport: 'moderator',
  removeNote: 'moderator',
  reportArrivals: 'moderator',
  reportCase: 'moderator',
  reports: 'moderator',
  reverseAction: 'moderator',

  adminStats: 'admin',
  adminUserCount: 'admin',
  adminUsers: 'admin',
  cancelEvening: 'admin',
  changeEvening: 'admin',
  launchNotificationCount: 'admin',
  launchNotifications: 'admin',
  notifyLaunchList: 'admin',
  plannedEvenings: 'admin',
  scheduleEvening: 'admin',
}

const REFUSALS = {
  UNAUTHENTICATED: 'Your session has expired. Please log in again.',
  SUSPENDED: 'This account is suspended.',
  FORBIDDEN: 'Your role does not allow this.',
  ENROLMENT: 'Set up two-step login first. Moderators and administrators need it.',
} as const

interface Caller {
  join(): Promise<Person | null>
  /** The refusal that this caller gets, by scope. */
  refused: Partial<Record<Scope, string>>
}

const CALLERS: Record<string, Caller> = {
  visitor: {
    join: async () => null,
    refused: {
      account: REFUSALS.UNAUTHENTICATED,
      member: REFUSALS.UNAUTHENTICATED,
      moderator: REFUSALS.UNAUTHENTICATED,
      admin: REFUSALS.UNAUTHENTICATED,
    },
  },
  'suspended member': {
    join: () => joinAs(node, 'suspended'),
    refused: { member: REFUSALS.SUSPENDED, moderator: REFUSALS.SUSPENDED, admin: REFUSALS.SUSPENDED },
  },
  member: {
    join: () => joinAs(node, 'MEMBER'),
    refused: { moderator: REFUSALS.FORBIDDEN, admin: REFUSALS.FORBIDDEN },
  },
  'premium member': {
    join: () => joinAs(node, 'MEMBER', { premium: true }),
    refused: { moderator: REFUSALS.FORBIDDEN, admin: REFUSALS.FORBIDDEN },
  },
  moderator: { join: () => joinAs(node, 'MODERATOR'), refused: { admin: REFUSALS.FORBIDDEN } },
  administrator: { join: () => joinAs(node, 'ADMIN'), refused: {} },
}

/** These fields change or end the caller's session. */
const CHANGES_THE_CALLER = ['logOut']

/** Returns the caller for a field. Fields that leave the session unchanged share one. */
function sharedCaller(join: () => Promise<Person | null>) {
  let shared: Promise<Person | null> | undefined
  return (field: string) => {
    if (CHANGES_THE_CALLER.includes(field)) return join()
    shared ??= join()
    return shared
  }
}

const schema = createGraphqlSchema()
const fields = (
  [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const
).flatMap(([kind, type]) => Object.values(type?.getFields() ?? {}).map((field) => ({ field, kind })))

/** Any value that fits the type. */
function literal(given: GraphQLInputType): string {
  const type = getNullableType(given)
  if (isListType(type)) return `[${literal(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter(isRequiredInputField)
    return `{ ${needed.map((one) => `${one.name}: ${literal(one.type)}`).join(', ')} }`
  }
  if (['Int', 'Float'].includes(type.name)) return '1'
  return type.name === 'Boolean' ? 'true' : `"${crypto.randomUUID()}"`
}

function documentOf({ field, kind }: { field: GraphQLField<unknown, unknown>; kind: string }): string {
  const needed = field.args.filter(isRequiredArgument)
  const args = needed.map((arg) => `${arg.name}: ${literal(arg.type)}`).join(', ')
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'
  return `${kind} { ${field.name}${args ? `(${args})` : ''}${selection} }`
}

/** The errors before the subscription ended; an accepted one is ended here. */
async function subscribed(on: TestApp, who: Person | null, query: string) {
  const made = await TRANSPORTS['server-sent events'](on, who, query)
  let over = false
  void made.ended.then(() => {
    over = true
  })
  await expect
    .poll(async () => {
      if (who) await on.app.context.live.endPerson(who.id)
      return over
    })
    .toBe(true)
  return made.received.flatMap(({ errors }) => (errors ?? []) as { message: string }[])
}

/** The refusal that staff without a second factor get, by scope. */
const WITHOUT_FACTOR: Partial<Record<Scope, string>> = {
  moderator: REFUSALS.ENROLMENT,
  admin: REFUSALS.ENROLMENT,
}

describe('scopes while staff need a second factor', () => {
  const strict = useNode({ env: { STAFF_TWO_FACTOR: 'on' } })
  const staff = {
    MODERATOR: sharedCaller(() => joinAs(strict, 'MODERATOR')),
    ADMIN: sharedCaller(() => joinAs(strict, 'ADMIN')),
  }

  // covers: beyond-second-factor-for-staff-fields
  it.each(fields)('refuse staff without a second factor at staff fields: $kind $field.name', async (one) => {
    const scope = TABLE[one.field.name] ?? 'member'
    const query = documentOf(one)
    for (const role of ['MODERATOR', 'ADMIN'] as const) {
      const who = await staff[role](one.field.name)
      const errors =
        one.kind === 'subscription'
          ? await subscribed(strict, who, query)
          : (await ask(strict, who, query)).errors
      const refused = WITHOUT_FACTOR[scope]
      const told = errors.map(({ message }) => message).find((message) => message === REFUSALS.ENROLMENT)
      expect([role, told]).toEqual([role, refused])
    }
  })
})

describe('scopes of the GraphQL fields', () => {
  const callers = Object.entries(CALLERS).map(([name, { join, refused }]) => ({
    name,
    callerOf: sharedCaller(join),
    refused,
  }))

  // covers: design-graphql-scopes-declared, beyond-graphql-scopes-tested
  it.each(fields)('admit the roles of each scope and refuse all others: $kind $field.name', async (one) => {
    const scope = TABLE[one.field.name] ?? 'member'
    const query = documentOf(one)
    const outcomes = callers.map(async ({ name, callerOf }) => {
      const who = await callerOf(one.field.name)
      const errors =
        one.kind === 'subscription'
          ? await subscribed(node, who, query)
          : (await ask(node, who, query)).errors
      const refusals: string[] = Object.values(REFUSALS)
      return [name, errors.map(({ message }) => message).find((message) => refusals.includes(message))]
    })
    expect(Object.fromEntries(await Promise.all(outcomes))).toEqual(
      Object.fromEntries(callers.map(({ name, refused }) => [name, refused[scope]])),
    )
  })

  // covers: beyond-graphql-refusals-logged
  it('log a refusal for the role', async () => {
    const [member, administrator] = [await joinAs(node, 'MEMBER'), await joinAs(node, 'ADMIN')]
    for (const who of [null, administrator, member]) await ask(node, who, '{ adminStats { totalUsers } }')
    const entries = logged.filter((line) => line.includes('adminStats') && line.includes(member.id))
    expect(entries).toHaveLength(1)
    const refused = logged.filter((line) => !line.includes('"log":"security"'))
    expect(refused.filter((line) => line.includes(administrator.id))).toEqual([])
  })

  it('name only existing fields in their table', () => {
    const names = fields.map(({ field }) => field.name)
    expect(Object.keys(TABLE).filter((name) => !names.includes(name))).toEqual([])
  })
})
