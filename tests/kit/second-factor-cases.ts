import type { Member } from '#server/domains/accounts/member.ts'
import { createPasswords } from '#server/domains/accounts/passwords.ts'
import { createSecondFactor } from '#server/domains/accounts/second-factor/second-factor.ts'
import { createSessions } from '#server/domains/accounts/sessions/sessions.ts'
import type { SecurityEvent } from '#server/platform/logging/security-log.ts'
import type { TestClock } from './clock.ts'
import { createEventRecorder } from './event-recorder.ts'
import { LOW_PASSWORD_COST } from './password-cost.ts'
import { openRows, type Rows } from './rows.ts'
import { codeAt } from './second-factor-codes.ts'
import { testPlatform } from './test-platform.ts'

export const ADDRESS = '203.0.113.7'
export const PASSWORD = 'Monsoon-2026'
export const STEP = 30_000

/** Account mails that are recorded as pairs of name and recipient. */
function createMailRecorder(mails: [string, unknown][]) {
  const record = (name: string) => (to: unknown) => void mails.push([name, to])
  return {
    verification: record('verification'),
    startOver: record('startOver'),
    passwordReset: record('passwordReset'),
    passwordChanged: record('passwordChanged'),
    deletionRequested: record('deletionRequested'),
    deletionCancelled: record('deletionCancelled'),
    secondFactorOn: record('on'),
    secondFactorOff: record('off'),
    recoveryCodeUsed: record('recovery'),
    passkeyAdded: record('passkeyAdded'),
    passkeyRemoved: record('passkeyRemoved'),
    passkeysRemoved: record('passkeysRemoved'),
  }
}

async function createRecordedContext(rows: Rows, clock: TestClock) {
  const log = createEventRecorder('userChanged', 'sessionsRevoked')
  const mails: [string, unknown][] = []
  const events: SecurityEvent[] = []
  const settings = {
    newAccountHours: 0,
    demoAccounts: false,
    staffTwoFactor: true,
    signupScreening: { deviceHash: () => null },
    passwords: await createPasswords(LOW_PASSWORD_COST),
    recoveryKey: new Uint8Array(32),
    mails: createMailRecorder(mails),
  }
  function openContext() {
    const securityLog = { record: (event: SecurityEvent) => void events.push(event) }
    const platform = testPlatform({ database: rows.database, clock, events: log.events, securityLog })
    return { ...platform, ...settings, sessions: createSessions({ ...platform, ...settings }) }
  }
  return { log, mails, events, openContext }
}

/** Opens two-step login on a database, without a server. Mails, domain events and the security log are recorded. */
export async function openSecondFactor(clock: TestClock) {
  const rows = await openRows()
  const { prisma } = rows.database
  const { log, mails, events, openContext } = await createRecordedContext(rows, clock)
  let context = openContext()
  let factor = createSecondFactor(context)
  const passwordHash = await context.passwords.hash(PASSWORD)

  /** Opens a further session of a member. */
  async function newSession(userId: string, role: Member['role'] = 'MEMBER'): Promise<Member> {
    const { sessions } = context
    const { token, record } = sessions.mint({ userAgent: null, ipAddress: null }, role)
    await prisma.session.create({ data: { ...record, userId } })
    const found = await sessions.memberOf(token)
    if (!found) throw new Error('the session was just stored')
    return found
  }

  async function member(role: Member['role'] = 'MEMBER') {
    const id = await rows.member()
    await prisma.user.update({ where: { id }, data: { passwordHash, role, emailVerified: true } })
    return newSession(id, role)
  }

  function forgetRecords() {
    for (const list of [mails, events, log.emitted]) list.length = 0
  }

  return {
    context: () => context,
    prisma,
    pool: rows.database.pool,
    log,
    mails,
    events,
    newSession,
    member,
    forgetRecords,
    [Symbol.asyncDispose]: rows[Symbol.asyncDispose],

    /** Opens two-step login again: all counts of attempts are reset. */
    reopen() {
      forgetRecords()
      context = openContext()
      factor = createSecondFactor(context)
      return factor
    },

    /** A member with two-step login, and a code of the next time step. */
    async enrolled(role: Member['role'] = 'MEMBER') {
      const who = await member(role)
      const { secret } = await factor.begin(who, PASSWORD, ADDRESS)
      const recoveryCodes = await factor.confirm(who, codeAt(secret, clock.now()), ADDRESS)
      clock.advance(STEP)
      forgetRecords()
      return { who, secret, recoveryCodes, next: () => codeAt(secret, clock.now()) }
    },

    sessionOf: ({ sessionKey }: Member) =>
      prisma.session.findUniqueOrThrow({
        where: { tokenHash: new Uint8Array(Buffer.from(sessionKey, 'base64url')) },
      }),
  }
}
