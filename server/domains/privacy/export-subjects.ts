import type { ExportFileName } from '#schema/export-contents.ts'
import { isBlockedEitherWay } from '#server/platform/postgres/block-sql.ts'
import { ACCOUNT_TABLES } from './personal-data/accounts.ts'
import type { ColumnRule } from './personal-data/rules.ts'

/**
 * One subject of a member's data, which is one file of the export. `$1` is the member, `$2` the last key of the previous
 * batch, `$3` the number of rows; rows are sorted by `key`. Subjects contain only the display names of other members, and
 * never who reported the member or decided about them.
 */
export interface Subject {
  file: ExportFileName
  /** The description in README.txt. */
  about: string
  key: { column: string; type: 'uuid' | 'date' | 'text' }
  item: string
  /** The field of an item that names another member. */
  partner?: string
  from: string
}

const uuid = (column: string) => ({ column, type: 'uuid' }) as const

/** Columns of the account whose name in the export differs. */
const EXPORT_NAMES: Readonly<Record<string, string>> = {
  userName: 'email',
  filterByGender: 'genderFilter',
  missedMails: 'missedMessagesByMail',
  missedMailedAt: 'lastMissedMessagesMail',
  stripeCustomerId: 'customerNumber',
}

const inSql = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Every column of the account that belongs to the export. */
const PROFILE_ITEM = Object.entries<ColumnRule>(ACCOUNT_TABLES.User.columns)
  .filter(([, rule]) => rule.kind !== 'impersonal' && rule.exported === 'profile.json')
  .map(([column]) => `'${EXPORT_NAMES[column] ?? column}', ${inSql(column)}`)
  .join(', ')

export const SUBJECTS: readonly Subject[] = [
  {
    file: 'profile.json',
    about: 'your account and your profile, with your rounded position',
    key: uuid('id'),
    item: PROFILE_ITEM,
    from: '"user" WHERE id = $1',
  },
  {
    file: 'sessions.json',
    about: 'the browsers in which you are or were logged in',
    key: uuid('id'),
    item: `'browser', user_agent, 'address', ip_address, 'created', created, 'lastUsed', last_used, 'expires', expires,
      'endedAt', revoked_at, 'codeGivenAt', factor_at`,
    from: 'session WHERE user_id = $1',
  },
  {
    file: 'push-devices.json',
    about: 'the devices that get push notifications, without the addresses and keys that reach them',
    key: uuid('push_subscription.id'),
    item: `'device', session.user_agent, 'service', push_subscription.service, 'since', push_subscription.created,
      'lastSent', push_subscription.last_sent`,
    from: `push_subscription JOIN session ON session.id = push_subscription.session_id
      WHERE push_subscription.user_id = $1`,
  },
  {
    file: 'push-preferences.json',
    about: 'which push notifications you want, and your quiet hours',
    key: uuid('user_id'),
    item: `'off', muted_kinds, 'showsNames', shows_names, 'quietFrom', quiet_from, 'quietUntil', quiet_until,
      'timeZone', time_zone`,
    from: 'push_preference WHERE user_id = $1',
  },
  {
    file: 'interest-bells.json',
    about: 'the interests for which we tell you that someone is looking, and until when each bell rests',
    key: { column: 'interest', type: 'text' },
    item: `'interest', interest, 'on', is_on, 'since', created, 'restsUntil', rests_until`,
    from: 'interest_bell WHERE user_id = $1',
  },
  {
    file: 'two-step-login.json',
    about:
      'when you switched two-step login on, and how many recovery codes are left. The codes and their secret are left out',
    key: uuid('user_id'),
    item: `'since', confirmed_at, 'recoveryCodesLeft', (SELECT count(*)::int FROM recovery_code
        WHERE recovery_code.user_id = second_factor.user_id AND used_at IS NULL)`,
    from: 'second_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL',
  },
  {
    file: 'passkeys.json',
    about: 'your passkeys by name, and when each was added and last used. Their keys are left out',
    key: uuid('id'),
    item: `'name', name, 'created', created, 'lastUsed', last_used, 'synchronized', backed_up`,
    from: 'passkey WHERE user_id = $1',
  },
  {
    file: 'sign-ins.json',
    about: 'when, from which browser and from where you registered and logged in',
    key: uuid('id'),
    item: `'time', visit_time, 'kind', visit_type, 'browser', user_agent, 'address', ip_address, 'latitude', latitude,
      'longitude', longitude, 'accuracy', accuracy`,
    from: 'profile_visitor WHERE profile_owner_id = $1 AND visitor_id = $1',
  },
  {
    file: 'visits.json',
    about: 'visits to profiles of other people',
    key: uuid('visit.id'),
    item: `'time', visit.visit_time, 'kind', visit.visit_type, 'displayName', owner.display_name`,
    partner: 'displayName',
    from: `profile_visitor visit JOIN "user" owner ON owner.id = visit.profile_owner_id
      WHERE visit.visitor_id = $1 AND visit.profile_owner_id <> $1`,
  },
  {
    file: 'launch-list.json',
    about:
      'your place on the launch list, if you joined it with the address of your account and have verified that address',
    key: uuid('launch_notification.id'),
    item: `'email', email, 'joined', "timestamp", 'address', ip_address, 'browser', user_agent, 'city',
      launch_notification.city, 'state', launch_notification.state, 'country', launch_notification.country,
      'language', launch_notification.language, 'mailed', notified, 'mailedAt', notified_at`,
    // An unverified address may belong to another person, whose IP address and browser the entry holds.
    from: 'launch_notification JOIN "user" ON user_name = email WHERE "user".id = $1 AND email_verified',
  },
  {
    file: 'conversations-started.json',
    about: 'how many conversations counted towards your daily limit each day',
    key: { column: 'day', type: 'date' },
    item: `'day', day, 'count', count`,
    from: 'daily_conversation_start WHERE user_id = $1',
  },
  {
    file: 'kept.json',
    about:
      'the people you keep in touch with, your notes about them, and whether you hide from them when you are online',
    key: uuid('member.conversation_id'),
    item: `'with', partner.display_name, 'since', member.kept_at, 'note', member.kept_note,
      'hidesPresence', member.hides_presence`,
    partner: 'with',
    from: `conversation_member member JOIN "user" partner ON partner.id = member.partner_id
      WHERE member.user_id = $1 AND member.kept_at IS NOT NULL`,
  },
  {
    file: 'keep-wishes.json',
    about: 'the people with whom you asked to keep in touch, and who did not ask yet as far as you know',
    key: uuid('wish.conversation_id'),
    item: `'with', partner.display_name, 'asked', wish.created`,
    partner: 'with',
    from: `keep_wish wish
      JOIN conversation_member member ON member.conversation_id = wish.conversation_id AND member.user_id = wish.user_id
      JOIN "user" partner ON partner.id = member.partner_id
      WHERE wish.user_id = $1`,
  },
  {
    file: 'blocks.json',
    about: 'the people you blocked',
    key: uuid('block.blocked_id'),
    item: `'displayName', blocked.display_name, 'since', block.created`,
    partner: 'displayName',
    from: 'block JOIN "user" blocked ON blocked.id = block.blocked_id WHERE block.blocker_id = $1',
  },
  {
    file: 'knocks.json',
    about: 'the people you invited to talk within the last day, with the message that waits for their answer',
    key: uuid('knock.id'),
    item: `'displayName', asked.display_name, 'created', knock.created, 'expires', knock.expires, 'message', knock.message`,
    partner: 'displayName',
    from: 'knock JOIN "user" asked ON asked.id = knock.to_id WHERE knock.from_id = $1',
  },
  {
    file: 'evenings.json',
    about:
      'the evenings of the last day and those to come that you searched within or wanted to be reminded of',
    key: uuid('evening_id'),
    item: `'topic', evening.topic, 'startsAt', evening.starts_at, 'wantsReminder', wants_reminder,
      'remindedAt', reminded_at, 'searchedAt', searched_at`,
    from: 'evening_member JOIN evening ON evening.id = evening_id WHERE user_id = $1',
  },
  {
    file: 'knock-refusals.json',
    about: 'the people whose invitations you do not want to see',
    key: uuid('refusal.refused_id'),
    item: `'displayName', refused.display_name, 'since', refusal.created`,
    partner: 'displayName',
    from: 'knock_refusal refusal JOIN "user" refused ON refused.id = refusal.refused_id WHERE refusal.user_id = $1',
  },
  {
    file: 'reports-made.json',
    about: 'your reports and their outcome',
    key: uuid('report.id'),
    item: `'about', reported.display_name, 'reason', report.reason, 'category', report.category, 'created', report.created, 'status', report.status,
      'decidedAt', report.decided_at, 'outcome', report.outcome`,
    partner: 'about',
    from: 'report JOIN "user" reported ON reported.id = report.reported_id WHERE report.reporter_id = $1',
  },
  {
    file: 'notifications.json',
    about: 'your notifications',
    key: uuid('id'),
    item: `'kind', kind, 'heading', heading, 'body', body, 'created', created, 'read', read`,
    from: 'notification WHERE user_id = $1',
  },
  {
    file: 'payments.json',
    about: 'your orders and payments; amounts are in hundredths',
    key: uuid('purchase.id'),
    item: `'provider', purchase.provider, 'orderId', purchase.provider_order_id, 'plan', purchase.plan,
      'amount', purchase.amount, 'currency', purchase.currency, 'chargedAmount', purchase.charged_amount,
      'chargedCurrency', purchase.charged_currency, 'status', purchase.status, 'created', purchase.created,
      'payments', (SELECT coalesce(json_agg(json_build_object('paymentId', provider_payment_id, 'status', status,
        'description', description, 'date', date, 'amount', amount, 'currency', currency)), '[]')
        FROM transaction WHERE transaction.order_id = purchase.id)`,
    from: '"order" purchase WHERE purchase.user_id = $1',
  },
  {
    file: 'premium.json',
    about: 'your periods of premium',
    key: uuid('id'),
    item: `'plan', plan, 'reason', reason, 'from', valid_from, 'until', valid_until, 'created', created, 'takenBackAt', revoked_at`,
    from: 'premium_grant WHERE user_id = $1',
  },
  {
    file: 'moderation.json',
    about: 'decisions about your account. We leave out who reported and who decided, to protect them',
    key: uuid('id'),
    item: `'at', at, 'decision', kind, 'reason', reason, 'until', until`,
    // A dismissed report, or a note on one, would reveal that there was a report.
    from: `moderation_action WHERE subject_id = $1 AND kind NOT IN ('DISMISS', 'ADD_NOTE', 'REMOVE_NOTE')`,
  },
  {
    file: 'strikes.json',
    about: 'strikes against your account, and when they expire',
    key: uuid('id'),
    item: `'created', created, 'expires', expires, 'takenBackAt', revoked_at`,
    from: 'strike WHERE user_id = $1',
  },
  {
    file: 'appeals.json',
    about: 'your appeals and the answers',
    key: uuid('id'),
    item: `'text', text, 'status', status, 'created', created, 'decidedAt', decided_at, 'answer', answer`,
    from: 'appeal WHERE user_id = $1',
  },
  {
    file: 'held-messages.json',
    about: 'your messages that were held for review',
    key: uuid('id'),
    item: `'message', body, 'created', created, 'status', status, 'decidedAt', decided_at`,
    from: 'held_message WHERE sender_id = $1',
  },
]

/** Values before all keys of a type. */
export const BEFORE_FIRST = {
  uuid: '00000000-0000-0000-0000-000000000000',
  date: '-infinity',
  text: '',
} as const

export const batchQuery = ({ key, item, from }: Subject) => `
  SELECT ${key.column}::text AS key, json_build_object(${item})::text AS item
  FROM ${from} AND ${key.column} > $2::${key.type} ORDER BY ${key.column} LIMIT $3`

export const CONVERSATIONS = {
  file: 'conversations.json',
  about:
    'your conversations with every message you can see. Messages you cleared are left out. If you blocked someone or they blocked you, only your own messages are included',
} as const satisfies { file: ExportFileName; about: string }

/** The field `with` names the partner. Includes what decides which messages the member can see, evaluated once per conversation. */
export const CONVERSATION_BATCH = `
  SELECT member.conversation_id::text AS key, json_build_object('with', partner.display_name,
    'begun', conversation.created, 'lastOpened', nullif(conversation.opened_at, 'epoch'), 'ended', conversation.ended_at,
    'languageExchange', conversation.exchange)::text AS item,
    coalesce(member.cleared_through, '${BEFORE_FIRST.uuid}') AS cleared,
    ${isBlockedEitherWay('member.user_id', 'member.partner_id')} AS blocked
  FROM conversation_member member
  JOIN conversation ON conversation.id = member.conversation_id
  JOIN "user" partner ON partner.id = member.partner_id
  WHERE member.user_id = $1 AND member.conversation_id > $2::uuid ORDER BY member.conversation_id LIMIT $3`

/** The messages of conversation `$4`, with those of the partner only if `$5`. */
export const MESSAGE_BATCH = `
  SELECT id::text AS key, json_build_object('from', CASE WHEN sender_id = $1 THEN 'me' ELSE 'them' END,
    'time', time, 'message', body)::text AS item
  FROM message WHERE conversation_id = $4 AND id > $2::uuid AND (sender_id = $1 OR $5) ORDER BY id LIMIT $3`

export const COUNT_MESSAGES = `
  SELECT count(*)::int AS count FROM conversation_member member
  JOIN message ON message.conversation_id = member.conversation_id
    AND message.id > coalesce(member.cleared_through, '${BEFORE_FIRST.uuid}')
  WHERE member.user_id = $1`
