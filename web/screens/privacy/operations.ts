import * as z from 'zod'
import { operation } from '../../data/operation.ts'

const instant = z.iso.datetime()

const accountSession = z.object({
  id: z.uuid(),
  current: z.boolean(),
  browser: z.string(),
  system: z.string(),
  address: z.string().nullable(),
  created: instant,
  lastUsed: instant,
})
export type AccountSession = z.infer<typeof accountSession>

const signIn = z.object({
  id: z.uuid(),
  time: instant,
  kind: z.enum(['LOGIN', 'REGISTER']),
  browser: z.string(),
  system: z.string(),
  address: z.string().nullable(),
  placeGiven: z.boolean(),
})
export type SignIn = z.infer<typeof signIn>

const dataExport = z.object({
  id: z.uuid(),
  status: z.enum(['QUEUED', 'RUNNING', 'READY', 'FAILED']),
  progress: z.number().int(),
  created: instant,
  expires: instant,
  size: z.number().int().nullable(),
})
export type DataExport = z.infer<typeof dataExport>

export const SESSIONS = operation()(
  'query Sessions { sessions { id current browser system address created lastUsed } }',
  z.object({ sessions: z.array(accountSession) }),
)

export const REVOKE_SESSION = operation<{ id: string }>()(
  'mutation RevokeSession($id: ID!) { revokeSession(id: $id) }',
  z.object({ revokeSession: z.boolean() }),
)

export const REVOKE_OTHER_SESSIONS = operation()(
  'mutation RevokeOtherSessions { revokeOtherSessions }',
  z.object({ revokeOtherSessions: z.number().int() }),
)

export const SIGN_INS = operation<{ first?: number; after?: string | null }>()(
  `query SignIns($first: Int, $after: String) { signIns(first: $first, after: $after) {
    totalCount endCursor nodes { id time kind browser system address placeGiven }
  } }`,
  z.object({
    signIns: z.object({
      totalCount: z.number().int(),
      endCursor: z.string().nullable(),
      nodes: z.array(signIn),
    }),
  }),
)

export const DATA_EXPORTS = operation()(
  'query DataExports { dataExports { id status progress created expires size } }',
  z.object({ dataExports: z.array(dataExport) }),
)

export const REQUEST_DATA_EXPORT = operation()(
  'mutation RequestDataExport { requestDataExport { id status progress created expires size } }',
  z.object({ requestDataExport: dataExport }),
)

export const MISSED_MAILS = operation()(
  'query MissedMails { me { id missedMails } }',
  z.object({ me: z.object({ missedMails: z.boolean() }) }),
)

export const SET_MISSED_MAILS = operation<{ on: boolean }>()(
  'mutation SetMissedMails($on: Boolean!) { setMissedMails(on: $on) }',
  z.object({ setMissedMails: z.boolean() }),
)

export const CLOSE_ACCOUNT = operation<{ password: string }>()(
  'mutation CloseAccount($password: String!) { closeAccount(password: $password) }',
  z.object({ closeAccount: z.boolean() }),
)

export const DELETE_ACCOUNT = operation<{ password: string }>()(
  'mutation DeleteAccount($password: String!) { deleteAccount(password: $password) }',
  z.object({ deleteAccount: instant }),
)
