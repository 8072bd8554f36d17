import type { Pool } from 'pg'
import type { Gender } from '#schema/enums.ts'
import type { Knock } from '#schema/knocks.ts'
import { LIMITS } from '#schema/limits.ts'
import { partnerNameOf } from '#schema/partner-name.ts'
import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { isBlockedEitherWay } from '#server/platform/postgres/block-sql.ts'
import { waits } from '#server/platform/postgres/knock-sql.ts'
import { sharedInterests } from '../shared-interests.ts'

interface Row {
  id: string
  from_id: string
  to_id: string
  display_name: string
  own_name: string
  age: number
  gender: Gender
  interests: string[]
  own_interests: string[]
  again: boolean
  created: Date
  expires: Date
}

const COLUMNS = `
SELECT knock.id, knock.from_id, knock.to_id, sender.display_name, own.display_name AS own_name, sender.age,
  sender.gender, sender.interests, own.interests AS own_interests, knock.created, knock.expires,
  EXISTS (
    SELECT 1 FROM conversation_member member
    WHERE member.conversation_id = knock.conversation_id AND member.user_id = knock.to_id
  ) AS again
FROM knock
JOIN "user" sender ON sender.id = knock.from_id
JOIN "user" own ON own.id = knock.to_id`

/** A knock is shown until it is answered, while the two may meet and have no open conversation. */
const SHOWN = `${waits('knock')} AND ${isActiveAccount('sender', 'now()')}
  AND NOT ${isBlockedEitherWay('knock.from_id', 'knock.to_id')}
  AND EXISTS (
    SELECT 1 FROM conversation
    WHERE conversation.id = knock.conversation_id AND conversation.ended_at IS NOT NULL
  )`

const LIST = {
  name: 'list-knocks',
  text: `${COLUMNS} WHERE knock.to_id = $1 AND ${SHOWN}
    ORDER BY knock.created DESC, knock.id DESC LIMIT ${LIMITS.waitingKnocks}`,
}

const READ = { name: 'read-knock', text: `${COLUMNS} WHERE knock.id = $1` }
const READ_SHOWN = { name: 'read-shown-knock', text: `${READ.text} AND ${SHOWN}` }

/** A knock and the member it is for. */
export interface ReadKnock {
  toId: string
  knock: Knock
}

/** Returns the knocks that wait for a member, the newest first, at most `LIMITS.waitingKnocks`. */
export async function listKnocks(pool: Pool, userId: string): Promise<Knock[]> {
  const { rows } = await pool.query<Row>({ ...LIST, values: [userId] })
  return rows.map((row) => present(row).knock)
}

/** Returns a knock as the member it is for sees it; null when it is not shown to them. */
export const readShownKnock = (pool: Pool, id: string) => readOne(pool, READ_SHOWN, id)

/** Returns a knock that was shown to the member it is for; null when it was deleted. */
export const readKnock = (pool: Pool, id: string) => readOne(pool, READ, id)

async function readOne(pool: Pool, query: typeof READ, id: string): Promise<ReadKnock | null> {
  const { rows } = await pool.query<Row>({ ...query, values: [id] })
  const [row] = rows
  return row ? present(row) : null
}

const present = (row: Row): ReadKnock => ({
  toId: row.to_id,
  knock: {
    id: row.id,
    userId: row.from_id,
    displayName: partnerNameOf(row.display_name, row.own_name),
    age: row.age,
    gender: row.gender,
    sharedInterests: sharedInterests(row.own_interests, row.interests),
    again: row.again,
    created: row.created.toISOString(),
    expires: row.expires.toISOString(),
  },
})
