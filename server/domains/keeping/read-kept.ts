import type { Pool } from 'pg'
import type { Gender } from '#schema/enums.ts'
import type { Kept, KeptPage, ListKept } from '#schema/kept.ts'
import { partnerNameOf } from '#schema/partner-name.ts'
import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import { PRESENCE_IS_HIDDEN } from '#server/platform/postgres/kept-sql.ts'
import type { KeepingContext } from './keeping-context.ts'

interface Row {
  owner_id: string
  partner_id: string
  conversation_id: string
  own_name: string
  partner_name: string
  age: number
  gender: Gender
  interests: string[]
  presence_is_hidden: boolean
  hides_presence: boolean
  kept_note: string | null
  kept_at: Date
}

/** A kept member as `ownerId` sees them. */
export interface OwnedKept {
  ownerId: string
  kept: Kept
}

const PARTNER = `JOIN "user" partner ON partner.id = member.partner_id AND ${isActiveAccount('partner', 'now()')}`

const columnsOf = (members: string) => `
  SELECT member.user_id AS owner_id, member.partner_id, member.conversation_id, own.display_name AS own_name,
    partner.display_name AS partner_name, partner.age, partner.gender, partner.interests,
    ${PRESENCE_IS_HIDDEN} AS presence_is_hidden, member.hides_presence, member.kept_note, member.kept_at
  FROM ${members} member
  JOIN conversation_member other ON other.conversation_id = member.conversation_id AND other.user_id = member.partner_id
  JOIN "user" own ON own.id = member.user_id
  ${PARTNER}`

/** The page is read on its index first, so a member on another page costs nothing. */
const PAGE = {
  name: 'list-kept',
  text: `
  WITH page AS MATERIALIZED (
    SELECT member.* FROM conversation_member member ${PARTNER}
    WHERE member.user_id = $1 AND member.kept_at IS NOT NULL AND ${NOT_BLOCKED}
    ORDER BY member.last_activity DESC, member.conversation_id DESC LIMIT $2 OFFSET $3
  )
  ${columnsOf('page')}
  ORDER BY member.last_activity DESC, member.conversation_id DESC`,
}

const BOTH = {
  name: 'read-kept',
  text: `${columnsOf('conversation_member')}
  WHERE member.conversation_id = ANY($1::uuid[]) AND member.kept_at IS NOT NULL
  ORDER BY member.conversation_id, member.user_id`,
}

/** Returns a page of the members whom a member keeps, those with the latest active conversations first. */
export async function listKept(
  { reads, online }: Pick<KeepingContext, 'reads' | 'online'>,
  userId: string,
  { pageNumber, size }: ListKept,
): Promise<KeptPage> {
  return reads.run(async ({ pool }) => {
    const values = [userId, size + 1, pageNumber * size]
    const { rows } = await pool.query<Row>({ ...PAGE, values })
    const shown = rows.slice(0, size)
    const present = presenterOf(await online(shown.map((row) => row.partner_id)))
    return { elements: shown.map(present), last: rows.length <= size }
  })
}

/** Returns both sides of conversations whose members keep in touch. A side whose partner's account is not active is left out. */
export async function readKept(
  { pool, online }: { pool: Pool; online: KeepingContext['online'] },
  conversationIds: readonly string[],
): Promise<OwnedKept[]> {
  const { rows } = await pool.query<Row>({ ...BOTH, values: [conversationIds] })
  const present = presenterOf(await online(rows.map((row) => row.partner_id)))
  return rows.map((row) => ({ ownerId: row.owner_id, kept: present(row) }))
}

const presenterOf =
  (online: ReadonlySet<string>) =>
  (row: Row): Kept => ({
    userId: row.partner_id,
    conversationId: row.conversation_id,
    displayName: partnerNameOf(row.partner_name, row.own_name),
    age: row.age,
    gender: row.gender,
    interests: row.interests,
    online: row.presence_is_hidden ? null : online.has(row.partner_id),
    hidesPresence: row.hides_presence,
    note: row.kept_note,
    since: row.kept_at.toISOString(),
  })
