import { createHash } from 'node:crypto'

/**
 * Returns the clientMessageId of a released message, which deduplicates retries of the release. It looks like the key of
 * any other message, because the partner reads it and must not learn that the message was held.
 */
export const releasedKey = (heldId: string): string => {
  const hash = createHash('md5').update(`released:${heldId}`).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20),
  ].join('-')
}

/** Returns the SQL expression of the same key, for the id in a column. */
export const releasedKeySql = (heldId: string): string =>
  `overlay(overlay(md5('released:' || ${heldId}) placing '4' from 13) placing 'a' from 17)::uuid::text`
