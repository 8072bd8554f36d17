import { isRestrictionKind, type ModerationActionKind } from '#schema/moderation.ts'
import type { DomainEvents } from '#server/events.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { isNotErased } from '#server/platform/postgres/account-status-sql.ts'
import { appealMail, sanctionMail } from './decision-texts.ts'
import type { Mail, MailMessage } from './mail.ts'
import { readerOf } from './reader.ts'

/** How long a claim lasts. After that, or after a failure, any node may send the mail. */
const CLAIM_DURATION = 15 * 60_000
const GIVE_UP_AFTER = 7 * 24 * 60 * 60_000
const BATCH = 100

/** Each decision has one mail. The node that inserts its row first sends it. */
const CLAIM = `
WITH claimed AS (
  INSERT INTO decision_mail (action_id, appeal, user_id, created, due)
  SELECT $1, $2, id, $4, $5 FROM "user" person WHERE id = $3 AND ${isNotErased('person')}
  ON CONFLICT DO NOTHING
  RETURNING user_id
)
SELECT user_name AS email, display_name AS "displayName", language
FROM claimed JOIN "user" ON "user".id = claimed.user_id`

/** Claims mails that failed, or that a node claimed before it died. An index holds the unsent mails in order. */
const CLAIM_UNSENT = `
WITH waiting AS (
  SELECT action_id, appeal FROM decision_mail WHERE due <= $1 ORDER BY due LIMIT ${BATCH}
  FOR UPDATE SKIP LOCKED
), claimed AS (
  UPDATE decision_mail SET due = $2 FROM waiting
  WHERE decision_mail.action_id = waiting.action_id AND decision_mail.appeal = waiting.appeal
  RETURNING decision_mail.*
)
SELECT claimed.action_id AS "actionId", claimed.appeal AS "ofAppeal", claimed.created,
  person.user_name AS email, person.display_name AS "displayName", person.language, action.kind::text AS kind,
  action.reason, action.until,
  appeal.status = 'REVERSED' AS reversed, appeal.answer,
  ${isNotErased('person')} AND (claimed.appeal OR NOT EXISTS (
    SELECT 1 FROM moderation_action later WHERE later.subject_id = claimed.user_id AND later.reversed = action.id
  )) AS deliverable
FROM claimed
JOIN "user" person ON person.id = claimed.user_id
LEFT JOIN moderation_action action ON action.id = claimed.action_id
LEFT JOIN appeal ON claimed.appeal AND appeal.action_id = claimed.action_id`

/** `created` decides when retries are given up. */
const REPEAT = 'UPDATE decision_mail SET due = $2, created = $2 WHERE action_id = $1'

const MARK_SENT = 'UPDATE decision_mail SET due = NULL WHERE action_id = $1 AND appeal = $2'

interface MailKey {
  actionId: string
  /** Whether the mail is about the appeal instead of the action itself. */
  ofAppeal: boolean
}

interface Addressee {
  email: string
  displayName: string
  language: string
}

interface ClaimedMail extends MailKey, Addressee {
  created: Date
  kind: ModerationActionKind | null
  reason: string | null
  until: Date | null
  reversed: boolean | null
  answer: string | null
  deliverable: boolean
}

interface DecisionMailContext extends Pick<Platform, 'database' | 'clock' | 'texts'> {
  mail: Mail
  onError(error: unknown): void
}

export type DecisionMails = ReturnType<typeof createDecisionMails>

/** Mails decisions to members who may be unable to log in. Each mail is sent once, even when its event is emitted again. */
export function createDecisionMails(
  { database, clock, texts, failures }: Platform,
  { mail }: { mail: Mail },
  { publicUrl }: { publicUrl: string },
) {
  const context = { database, clock, texts, mail, onError: failures.of('decision mails') }
  const link = new URL('/auth', publicUrl).href
  return {
    sendSanctionMail: ({ userId, actionId, kind, reason, until }: DomainEvents['userSanctioned']) =>
      sendFirst(context, { actionId, ofAppeal: false }, userId, ({ displayName, language }) =>
        sanctionMail(readerOf(context.texts, language), { displayName, kind, reason, until, link }),
      ),

    sendAppealMail: ({ userId, actionId, reversed, answer }: DomainEvents['appealDecided']) =>
      sendFirst(context, { actionId, ofAppeal: true }, userId, ({ displayName, language }) =>
        appealMail(readerOf(context.texts, language), { displayName, reversed, answer, link }),
      ),

    /** Makes the mails of a decision due again, also sent ones. Returns how many; `retryFailed` then sends them. */
    async repeat(actionId: string) {
      const now = new Date(context.clock.now())
      const { rowCount } = await context.database.pool.query(REPEAT, [actionId, now])
      return rowCount ?? 0
    },

    /** Retries mails that were not sent. Returns how many it retried. */
    async retryFailed() {
      const now = context.clock.now()
      const values = [new Date(now), new Date(now + CLAIM_DURATION)]
      const { rows } = await context.database.pool.query<ClaimedMail>(CLAIM_UNSENT, values)
      await Promise.all(rows.map((claimed) => retry(context, claimed, { now, link }).catch(context.onError)))
      return rows.length
    },
  }
}

const markSent = ({ database }: DecisionMailContext, { actionId, ofAppeal }: MailKey) =>
  database.pool.query(MARK_SENT, [actionId, ofAppeal])

async function send(context: DecisionMailContext, key: MailKey, message: MailMessage) {
  await context.mail.send(message)
  await markSent(context, key)
}

/** Claims the mail and sends it in the background: listeners must not wait for the mail server. */
async function sendFirst(
  context: DecisionMailContext,
  key: MailKey,
  userId: string,
  textFor: (to: Addressee) => Omit<MailMessage, 'to'>,
) {
  const now = context.clock.now()
  const values = [key.actionId, key.ofAppeal, userId, new Date(now), new Date(now + CLAIM_DURATION)]
  const { rows } = await context.database.pool.query<Addressee>(CLAIM, values)
  for (const to of rows) send(context, key, { to: to.email, ...textFor(to) }).catch(context.onError)
}

async function retry(
  context: DecisionMailContext,
  claimed: ClaimedMail,
  { now, link }: { now: number; link: string },
) {
  const text = claimed.deliverable ? textOf(context, claimed, link) : null
  if (!text) return markSent(context, claimed)
  if (claimed.created.getTime() <= now - GIVE_UP_AFTER) {
    context.onError(
      new Error(`giving up on the mail about decision ${claimed.actionId}: it failed for a week`),
    )
    return markSent(context, claimed)
  }
  return send(context, claimed, { to: claimed.email, ...text })
}

function textOf(
  { texts }: DecisionMailContext,
  { ofAppeal, displayName, language, kind, reason, until, reversed, answer }: ClaimedMail,
  link: string,
) {
  const reader = readerOf(texts, language)
  if (!ofAppeal)
    return kind === null || reason === null || !isRestrictionKind(kind)
      ? null
      : sanctionMail(reader, { displayName, kind, reason, until, link })
  return answer === null
    ? null
    : appealMail(reader, { displayName, reversed: reversed === true, answer, link })
}
