import type { DomainEvents } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isNotErased } from '#server/platform/postgres/account-status-sql.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { appealMail, sanctionMail } from './decision-texts.ts'
import type { Mail, MailMessage } from './mail.ts'

/** How long whoever claimed a mail has for it; then another tries, as after a failure. */
const CLAIMED_FOR = 15 * 60_000
const GIVEN_UP_AFTER = 7 * 24 * 60 * 60_000
const AT_ONCE = 100

/** Of one decision there is one mail, sent by whoever writes its row first. */
const CLAIM = `
WITH claimed AS (
  INSERT INTO decision_mail (action_id, appeal, user_id, created, due)
  SELECT $1, $2, id, $4, $5 FROM "user" person WHERE id = $3 AND ${isNotErased('person')}
  ON CONFLICT DO NOTHING
  RETURNING user_id
)
SELECT user_name AS email, display_name AS "displayName"
FROM claimed JOIN "user" ON "user".id = claimed.user_id`

/** What could not be handed over, or was claimed by a node that died: the head of an index of what is owed. */
const CLAIM_AGAIN = `
WITH waiting AS (
  SELECT action_id, appeal FROM decision_mail WHERE due <= $1 ORDER BY due LIMIT ${AT_ONCE}
  FOR UPDATE SKIP LOCKED
), claimed AS (
  UPDATE decision_mail SET due = $2 FROM waiting
  WHERE decision_mail.action_id = waiting.action_id AND decision_mail.appeal = waiting.appeal
  RETURNING decision_mail.*
)
SELECT claimed.action_id AS "actionId", claimed.appeal AS "ofAppeal", claimed.created,
  person.user_name AS email, person.display_name AS "displayName", action.reason, action.until,
  appeal.status = 'REVERSED' AS reversed, appeal.answer,
  ${isNotErased('person')} AND (claimed.appeal OR NOT EXISTS (
    SELECT 1 FROM moderation_action later WHERE later.subject_id = claimed.user_id AND later.reversed = action.id
  )) AS tellable
FROM claimed
JOIN "user" person ON person.id = claimed.user_id
LEFT JOIN moderation_action action ON action.id = claimed.action_id
LEFT JOIN appeal ON claimed.appeal AND appeal.action_id = claimed.action_id`

const DONE = 'UPDATE decision_mail SET due = NULL WHERE action_id = $1 AND appeal = $2'

interface Of {
  actionId: string
  ofAppeal: boolean
}

interface Addressee {
  email: string
  displayName: string
}

interface Claimed extends Of, Addressee {
  created: Date
  reason: string | null
  until: Date | null
  reversed: boolean | null
  answer: string | null
  tellable: boolean
}

/** The mails to those whom a decision sent away: they may not see it in the app. One of each, however often it is announced. */
export interface DecisionMails {
  sendSanctionMail(event: DomainEvents['userSanctioned']): Promise<void>
  sendAppealMail(event: DomainEvents['appealDecided']): Promise<void>
  /** Tries again what was not handed over. Answers how many. */
  retryFailed(): Promise<number>
}

export function createDecisionMails(deps: {
  database: Pick<Database, 'pool'>
  clock: Clock
  mail: Mail
  publicUrl: string
  onError(error: unknown): void
}): DecisionMails {
  const { clock, mail, onError } = deps
  const { pool } = deps.database
  const link = new URL('/auth', deps.publicUrl).href

  const done = ({ actionId, ofAppeal }: Of) => pool.query(DONE, [actionId, ofAppeal])

  async function send(of: Of, message: MailMessage) {
    await mail.send(message)
    await done(of)
  }

  /** Handed over in the background: what caused it does not wait. */
  async function first(of: Of, userId: string, textFor: (to: Addressee) => Omit<MailMessage, 'to'>) {
    const now = clock.now()
    const values = [of.actionId, of.ofAppeal, userId, new Date(now), new Date(now + CLAIMED_FOR)]
    const { rows } = await pool.query<Addressee>(CLAIM, values)
    for (const to of rows) send(of, { to: to.email, ...textFor(to) }).catch(onError)
  }

  function textOf({ ofAppeal, displayName, reason, until, reversed, answer }: Claimed) {
    if (!ofAppeal) return reason === null ? null : sanctionMail({ displayName, reason, until, link })
    return answer === null ? null : appealMail({ displayName, reversed: reversed === true, answer, link })
  }

  async function sendAgain(claimed: Claimed, now: number) {
    const text = claimed.tellable ? textOf(claimed) : null
    if (!text) return done(claimed)
    if (claimed.created.getTime() <= now - GIVEN_UP_AFTER) {
      onError(new Error(`a mail about the decision ${claimed.actionId} failed for a week and is given up`))
      return done(claimed)
    }
    return send(claimed, { to: claimed.email, ...text })
  }

  return {
    sendSanctionMail: ({ userId, actionId, reason, until }) =>
      first({ actionId, ofAppeal: false }, userId, ({ displayName }) =>
        sanctionMail({ displayName, reason, until, link }),
      ),

    sendAppealMail: ({ userId, actionId, reversed, answer }) =>
      first({ actionId, ofAppeal: true }, userId, ({ displayName }) =>
        appealMail({ displayName, reversed, answer, link }),
      ),

    async retryFailed() {
      const now = clock.now()
      const values = [new Date(now), new Date(now + CLAIMED_FOR)]
      const { rows } = await pool.query<Claimed>(CLAIM_AGAIN, values)
      await Promise.all(rows.map((claimed) => sendAgain(claimed, now).catch(onError)))
      return rows.length
    },
  }
}
