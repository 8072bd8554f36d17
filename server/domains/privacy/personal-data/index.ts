import { ACCOUNT_TABLES } from './accounts.ts'
import { BILLING_TABLES } from './billing.ts'
import { CHAT_TABLES } from './chat.ts'
import type { TableRules } from './rules.ts'
import { SAFETY_TABLES } from './safety.ts'

export { type ColumnRule, KEPT_RULES, type KeptRule } from './rules.ts'

/**
 * Declares for every column of the database how export and erasure treat it. Erasure, export and retention are tested
 * against this table, with rows of one member in every table of the database.
 */
export const PERSONAL_DATA: TableRules = {
  ...ACCOUNT_TABLES,
  ...CHAT_TABLES,
  ...SAFETY_TABLES,
  ...BILLING_TABLES,
}
