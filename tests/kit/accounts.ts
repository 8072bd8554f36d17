import { createBotDefence } from '#server/domains/abuse/bots/bot-defence.ts'
import { createProofOfWork } from '#server/domains/abuse/bots/proof-of-work.ts'
import type { SignupScreening } from '#server/domains/abuse/index.ts'
import type { AccountMails } from '#server/domains/accounts/account-context.ts'
import { type Accounts, createAccounts } from '#server/domains/accounts/index.ts'
import type { Caller, Member } from '#server/domains/accounts/member.ts'
import { createCells, createGeocoder } from '#server/domains/nearby/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createOrigins } from '#server/platform/http/origins.ts'
import type { SecurityEvent } from '#server/platform/logging/security-log.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { accountReactions, subscribe } from '#server/subscribers.ts'
import { createTestClock } from './clock.ts'
import { createEventRecorder } from './event-recorder.ts'
import { LOW_PASSWORD_COST } from './password-cost.ts'
import { aRegistration } from './person.ts'
import type { Rows } from './rows.ts'
import { testPlatform } from './test-platform.ts'

export const ADDRESS = '203.0.113.7'
export const ORIGIN = 'https://chat.example'
export const CALLER: Caller = { userAgent: 'Browser/1', ipAddress: ADDRESS }

const geocoder = createGeocoder()
const cells = createCells(Buffer.alloc(32))

type Contents = { [Name in keyof AccountMails]: Parameters<AccountMails[Name]>[0] }

function recordMails() {
  /** The mails that were sent, as pairs of name and contents. */
  const sent: [keyof Contents, unknown][] = []
  const newest: Partial<Contents> = {}
  const record =
    <Name extends keyof Contents>(name: Name) =>
    (to: Contents[Name]) => {
      sent.push([name, to])
      newest[name] = to
    }
  const mails: AccountMails = {
    verification: record('verification'),
    startOver: record('startOver'),
    passwordReset: record('passwordReset'),
    passwordChanged: record('passwordChanged'),
    deletionRequested: record('deletionRequested'),
    deletionCancelled: record('deletionCancelled'),
    secondFactorOn: record('secondFactorOn'),
    secondFactorOff: record('secondFactorOff'),
    recoveryCodeUsed: record('recoveryCodeUsed'),
    passkeyAdded: record('passkeyAdded'),
    passkeyRemoved: record('passkeyRemoved'),
    passkeysRemoved: record('passkeysRemoved'),
  }
  return { mails, sent, newest }
}

/** A signup screening whose answers the test sets. */
function recordScreening() {
  const screening = {
    known: [] as Awaited<ReturnType<SignupScreening['check']>>,
    checked: [] as unknown[],
    entered: [] as unknown[][],
  }
  const signupScreening: SignupScreening = {
    signalDays: 90,
    deviceHash: (device) => new Uint8Array(Buffer.from(device)),
    async check(entrant) {
      screening.checked.push(entrant)
      return screening.known
    },
    async reportMatches(...values) {
      screening.entered.push(values)
    },
  }
  return { signupScreening, screening }
}

const RECORDED_EVENTS = [
  'userChanged',
  'sessionsRevoked',
  'accountClosed',
  'profileWritten',
  'interestsChanged',
] as const

function openBotDefence(clock: Clock, limits: RateLimits) {
  const replayCache = { markUsed: async () => true }
  const proofs = createProofOfWork({ secret: Buffer.alloc(32), replayCache, clock })
  return createBotDefence({ proofs, limits, when: 'bursts' })
}

async function createRecordedAccounts({ database }: Rows, demoAccounts: boolean) {
  const clock = createTestClock()
  const { events, emitted } = createEventRecorder(...RECORDED_EVENTS)
  const { mails, sent, newest } = recordMails()
  const { signupScreening, screening } = recordScreening()
  const securityEvents: SecurityEvent[] = []
  const securityLog = { record: (event: SecurityEvent) => void securityEvents.push(event) }
  const platform = testPlatform({ database, clock, events, securityLog })
  const { limits } = platform
  const accounts = await createAccounts(
    platform,
    { defences: { botDefence: openBotDefence(clock, limits), signupScreening }, geocoder, cells, mails },
    {
      newAccountHours: 24,
      lastingMailDomains: [],
      demoAccounts,
      staffTwoFactor: true,
      origins: createOrigins({ own: [ORIGIN], listed: [], scheme: 'https:' }),
      relyingParty: { id: new URL(ORIGIN).hostname, origins: [ORIGIN] },
      passwordCost: LOW_PASSWORD_COST,
    },
  )
  subscribe(events, accountReactions(accounts))
  return { accounts, clock, limits, emitted, sent, newest, securityEvents, screening }
}

/**
 * Opens the accounts domain on a database, without a server and with its real limits. Mails, domain events and the
 * security log are recorded.
 */
export async function openAccounts(rows: Rows, { demoAccounts = false } = {}) {
  const { newest, ...recorded } = await createRecordedAccounts(rows, demoAccounts)
  const { accounts, clock, emitted, sent, securityEvents, screening } = recorded
  const { prisma, pool } = rows.database

  return {
    ...recorded,
    cells,
    at: (milliseconds = 0) => new Date(clock.now() + milliseconds),

    /** Empties the recordings. */
    forgetRecords() {
      for (const list of [emitted, sent, securityEvents, screening.checked, screening.entered])
        list.length = 0
    },

    /** Registers a member, and returns them with the session that the registration began. */
    async join(input: Parameters<typeof aRegistration>[0] = {}, caller: Caller = CALLER) {
      const registration = aRegistration(input)
      const { token, user } = await accounts.register(registration, null, caller)
      return { id: user.id, token, ...registration, member: await memberOf(accounts, token) }
    },

    /** Returns the contents of the newest mail of this name. */
    mailed<Name extends keyof Contents>(name: Name): Contents[Name] {
      const found = newest[name]
      if (!found) throw new Error(`no mail was sent: ${name}`)
      return found
    },

    /**
     * Removes an account but keeps its rows, as the second of two statements finds it when the account is removed
     * between them.
     */
    async removeBetweenStatements(id: string) {
      const client = await pool.connect()
      try {
        await client.query('SET session_replication_role = replica')
        await client.query('DELETE FROM "user" WHERE id = $1', [id])
        await client.query('RESET session_replication_role')
      } finally {
        client.release()
      }
    },

    storedUser: (id: string) => prisma.user.findUniqueOrThrow({ where: { id } }),
    sessionOf: ({ sessionKey }: Pick<Member, 'sessionKey'>) =>
      prisma.session.findUniqueOrThrow({
        where: { tokenHash: new Uint8Array(Buffer.from(sessionKey, 'base64url')) },
      }),
  }
}

export type TestAccounts = Awaited<ReturnType<typeof openAccounts>>

/** Returns the member whose session a token belongs to. */
export async function memberOf(accounts: Accounts, token: string): Promise<Member> {
  const member = await accounts.memberOf(token)
  if (!member) throw new Error('the token opens no session')
  return member
}
