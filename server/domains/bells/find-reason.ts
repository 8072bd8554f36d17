import type { Gender } from '#schema/enums.ts'
import { LIMITS } from '#schema/limits.ts'
import { sharedInterestKey, spellingsOf } from '#server/platform/interest-keys.ts'
import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { hasBlocked } from '#server/platform/postgres/block-sql.ts'
import { isInChat } from '#server/platform/postgres/open-conversation-sql.ts'
import type { BellsContext } from './bells-context.ts'

/** A bell about which a node decides. */
export interface DueBell {
  userId: string
  /** Folded. */
  interest: string
}

export interface Reason {
  /** The interest as in the profile of the bell's member. */
  name: string
}

interface OwnerRow {
  interests: string[]
  gender: Gender
  genderFilter: Gender | null
  age: number
  minPartnerAge: number | null
  maxPartnerAge: number | null
  hasCrowd: boolean
}

/** A gender filter works with premium only. */
const GENDER_FILTER = 'CASE WHEN own.premium_until > $3 THEN own.filter_by_gender END'

/**
 * The members who could be the one, as the bell's member knows them: their own blocks, gender filter and ages leave members
 * out. Whom others keep out is not looked at, or a block would show: by a bell that stays silent from then on.
 */
const OTHERS = `
  SELECT 1 FROM "user" other
  WHERE fold_interests(other.interests) && $2 AND other.id <> own.id
    AND ${isActiveAccount('other', '$3')} AND other.email_verified
    AND (own.min_partner_age IS NULL OR other.age >= own.min_partner_age)
    AND (own.max_partner_age IS NULL OR other.age <= own.max_partner_age)
    AND (${GENDER_FILTER} IS NULL OR other.gender = ${GENDER_FILTER})
    AND NOT ${hasBlocked('own.id', 'other.id')}
  LIMIT ${LIMITS.bellPeople}`

/** Reads the bell's member, unless they cannot search or are in a chat. */
const READ_OWNER = {
  name: 'read-bell-owner',
  text: `
SELECT own.interests, own.gender, ${GENDER_FILTER} AS "genderFilter", own.age,
  own.min_partner_age AS "minPartnerAge", own.max_partner_age AS "maxPartnerAge",
  (SELECT count(*) FROM (${OTHERS}) others) >= ${LIMITS.bellPeople} AS "hasCrowd"
FROM "user" own
WHERE own.id = $1 AND ${isActiveAccount('own', '$3')} AND own.email_verified AND NOT ${isInChat('own.id')}`,
}

/**
 * Returns why a bell rings now; null when it does not. It rings while someone who likes the interest is searching and suits
 * the member, enough others could be the one, and the member neither searches, is in a chat nor has quiet hours.
 */
export async function findReason(
  { pool, clock, matching, moderation, push }: BellsContext,
  { userId, interest }: DueBell,
): Promise<Reason | null> {
  const values = [userId, spellingsOf(interest), new Date(clock.now())]
  const { rows } = await pool.query<OwnerRow>({ ...READ_OWNER, values })
  const owner = rows[0]
  const name = owner?.interests.find((one) => sharedInterestKey(one) === interest)
  if (!owner?.hasCrowd || name === undefined) return null
  if (await matching.isSearching(userId)) return null
  if (await push.isQuiet(userId)) return null
  const blockedIds = await moderation.blockedIds(userId)
  return (await matching.hasSearchFor({ userId, blockedIds, ...owner }, interest)) ? { name } : null
}
