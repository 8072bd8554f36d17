/**
 * Where each table would be on a cluster of PostgreSQL servers with Citus. A table with a column is split by it: rows of one
 * conversation, or of one member, are on one server. A `reference` table is on every server, a `local` one on the first.
 */
export const DISTRIBUTION: Record<string, Placement> = {
  conversation: { by: 'conversation', column: 'id' },
  conversation_member: { by: 'conversation', column: 'conversation_id' },
  message: { by: 'conversation', column: 'conversation_id' },
  keep_wish: { by: 'conversation', column: 'conversation_id' },
  knock: { by: 'conversation', column: 'conversation_id' },
  session: { by: 'member', column: 'user_id' },
  notification: { by: 'member', column: 'user_id' },
  profile_visitor: { by: 'member', column: 'profile_owner_id' },
  daily_conversation_start: { by: 'member', column: 'user_id' },
  member_presence: { by: 'member', column: 'user_id' },
  knock_refusal: { by: 'member', column: 'user_id' },
  // Every statement about messages reads names, account states and blocks.
  user: 'reference',
  block: 'reference',
  // The list of conversations reads the topic of the evening.
  evening: 'reference',
  // Small: logins and settings, money, moderation, and the server's own tables.
  ...local('email_verification', 'password_reset', 'second_factor', 'recovery_code'),
  ...local('evening_member'),
  ...local('push_subscription', 'push_preference', 'push_delivery', 'interest_bell'),
  ...local('passkey', 'used_passkey_challenge'),
  ...local('data_export', 'data_export_part'),
  ...local('order', 'transaction', 'premium_grant', 'webhook_event'),
  ...local('report', 'report_claim', 'moderation_action', 'moderator_note', 'strike', 'appeal'),
  ...local('held_message', 'ban_signal', 'decision_mail', 'launch_notification'),
  ...local('session_invalidation', 'list_size', 'server_secret'),
  ...local('search_wait', 'search_wait_progress'),
}

export type Placement = { by: 'conversation' | 'member'; column: string } | 'reference' | 'local'

function local(...tables: string[]): Record<string, Placement> {
  return Object.fromEntries(tables.map((table) => [table, 'local' as const]))
}

/** A unique key, a foreign key or a trigger of the catalogue. */
export interface CatalogueEntry {
  kind: 'unique' | 'foreign' | 'trigger'
  table: string
  name: string
  columns: string[]
  target: string | null
  target_columns: string[]
}

/** A partition is no table of its own here. */
export const CATALOGUE = `
SELECT 'unique' AS kind, class.relname AS table, index_class.relname AS name, NULL AS target, ARRAY[]::text[] AS target_columns,
  ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY(indkey)) AS columns
FROM pg_index JOIN pg_class class ON class.oid = indrelid JOIN pg_class index_class ON index_class.oid = indexrelid
WHERE indisunique AND class.relnamespace = 'public'::regnamespace AND NOT class.relispartition
UNION ALL
SELECT 'foreign', class.relname, conname, target.relname,
  ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = confrelid AND attnum = ANY(confkey)),
  ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY(conkey))
FROM pg_constraint JOIN pg_class class ON class.oid = conrelid JOIN pg_class target ON target.oid = confrelid
WHERE contype = 'f' AND conparentid = 0
UNION ALL
SELECT 'trigger', class.relname, tgname, NULL, ARRAY[]::text[], ARRAY[]::text[]
FROM pg_trigger JOIN pg_class class ON class.oid = tgrelid WHERE NOT tgisinternal AND NOT class.relispartition`

/** Returns whether Citus refuses an entry with these placements. */
export function isRefused(entry: CatalogueEntry): boolean {
  const own = DISTRIBUTION[entry.table] ?? 'local'
  if (entry.kind === 'trigger') return own !== 'local'
  if (entry.kind === 'unique') return typeof own === 'object' && !entry.columns.includes(own.column)
  const target = DISTRIBUTION[entry.target ?? ''] ?? 'local'
  if (target === 'reference') return false
  if (target === 'local') return own !== 'local'
  return !(
    typeof own === 'object' &&
    own.by === target.by &&
    entry.columns.includes(own.column) &&
    entry.target_columns.includes(target.column)
  )
}
