import type { Pool } from 'pg'
import type { Partner } from '#schema/account.ts'
import { type Gender, LOOKING_FOR } from '#schema/enums.ts'
import { partnerNameOf } from '#schema/partner-name.ts'
import { learnedLanguagesOf, spokenLanguagesOf } from '#schema/spoken-languages.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import { PRESENCE_IS_HIDDEN } from '#server/platform/postgres/kept-sql.ts'
import { hasWaitingKnock, WAS_OPEN } from '#server/platform/postgres/knock-sql.ts'
import type { ChatContext } from './chat-context.ts'

interface Row {
  id: string
  display_name: string
  own_name: string
  interests: string[]
  age: number
  gender: Gender
  looking_for: string[]
  languages: string[]
  learning: string[]
  language: string
  presence_is_hidden: boolean
}

/** Returns a partner for each id, in order, or NOT_FOUND unless the two share a conversation and the account is active. */
export async function readPartners(
  context: Pick<ChatContext, 'pool' | 'online'>,
  userId: string,
  partnerIds: readonly string[],
): Promise<(Partner | ApiError)[]> {
  const { rows } = await context.pool.query<Row>({
    name: 'read-partners',
    text: `
SELECT partner.id, partner.display_name, own.display_name AS own_name, partner.interests, partner.age, partner.gender, partner.looking_for,
  partner.languages, partner.learning, partner.language,
  coalesce(${PRESENCE_IS_HIDDEN} AND conversation.ended_at IS NOT NULL, false) OR NOT ${WAS_OPEN}
    OR ${hasWaitingKnock('conversation.id')} AS presence_is_hidden
FROM unnest($2::uuid[]) AS wanted(id)
JOIN conversation ON conversation.low_user_id = least($1::uuid, wanted.id)
  AND conversation.high_user_id = greatest($1::uuid, wanted.id)
JOIN conversation_member member ON member.conversation_id = conversation.id AND member.user_id = $1
LEFT JOIN conversation_member other ON other.conversation_id = conversation.id AND other.user_id = member.partner_id
JOIN "user" own ON own.id = member.user_id
JOIN "user" partner ON partner.id = member.partner_id AND ${isActiveAccount('partner', 'now()')}
WHERE ${NOT_BLOCKED}`,
    values: [userId, partnerIds],
  })
  const found = new Map(rows.map((row) => [row.id, row]))
  const online = await context.online([...found.keys()])
  return partnerIds.map((id) => {
    const row = found.get(id)
    return row
      ? present(row, !row.presence_is_hidden && online.has(row.id))
      : new ApiError('NOT_FOUND', text('We cannot find this person.'))
  })
}

/** @throws ApiError NOT_FOUND unless the two share a conversation and the account is active */
export async function readPartner(
  context: Pick<ChatContext, 'pool' | 'online'>,
  userId: string,
  partnerId: string,
): Promise<Partner> {
  const [partner] = await readPartners(context, userId, [partnerId])
  if (!partner || partner instanceof ApiError) throw partner
  return partner
}

const present = (row: Row, online: boolean): Partner => ({
  id: row.id,
  displayName: partnerNameOf(row.display_name, row.own_name),
  interests: row.interests,
  age: row.age,
  gender: row.gender,
  lookingFor: LOOKING_FOR.filter((choice) => row.looking_for.includes(choice)),
  languages: spokenLanguagesOf(row),
  learning: learnedLanguagesOf(row),
  online,
})

/** Returns the partner of an open conversation. @throws ApiError NOT_FOUND */
export async function openPartnerOf(pool: Pool, conversationId: string, userId: string): Promise<string> {
  const { rows } = await pool.query<{ partner_id: string }>({
    name: 'open-partner',
    text: `
SELECT member.partner_id FROM conversation_member member
JOIN conversation ON conversation.id = member.conversation_id AND conversation.ended_at IS NULL
WHERE member.conversation_id = $1 AND member.user_id = $2 AND ${NOT_BLOCKED}`,
    values: [conversationId, userId],
  })
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', text('We cannot find this conversation.'))
  return row.partner_id
}

/** The same error for a stranger, an unknown id and across a block. */
export const unreachable = () =>
  new ApiError('NOT_FOUND', text('You cannot chat with this person right now.'))
