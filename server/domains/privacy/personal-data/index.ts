import { ACCOUNT_TABLES } from './accounts.ts'
import { BILLING_TABLES } from './billing.ts'
import { CHAT_TABLES } from './chat.ts'
import type { TableRules } from './rules.ts'
import { SAFETY_TABLES } from './safety.ts'

export { type ColumnRule, KEPT_RULES, type KeptRule } from './rules.ts'

/**
 * What becomes of every column of the database when its member exports their data, and when they are erased. Erasure,
 * export and retention are tested against this table, with rows of one member in every table of the database.
 */
export const PERSONAL_DATA: TableRules = {
  ...ACCOUNT_TABLES,
  ...CHAT_TABLES,
  ...SAFETY_TABLES,
  ...BILLING_TABLES,
}
