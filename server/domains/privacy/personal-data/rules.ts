import { DELETED_ACCOUNT } from '#schema/partner-name.ts'
import { RETENTION } from '#schema/retention.ts'
import type { Prisma } from '#server/platform/postgres/index.ts'

/** Why personal data outlive the erasure of their member, and for how long. */
export const KEPT_RULES = {
  account: {
    months: RETENTION.essentialMonths,
    why: 'Payments, decisions and evidence refer to the row of the member, which no longer holds personal values.',
  },
  conversation: {
    months: RETENTION.essentialMonths,
    why: `The partner keeps the conversation with their own messages; the erased member appears as "${DELETED_ACCOUNT}".`,
  },
  payments: {
    months: RETENTION.essentialMonths,
    why: 'Records of payments must be kept by law.',
  },
  evidence: {
    months: RETENTION.essentialMonths,
    why: 'A report and the messages kept with it are evidence of abuse.',
  },
  decisions: {
    months: RETENTION.essentialMonths,
    why: 'Warnings, sanctions and appeals stay verifiable.',
  },
  auditLog: {
    months: RETENTION.essentialMonths,
    why: 'The audit log names people by id only. A row is deleted 24 months later, once its subject is gone.',
  },
  blocks: {
    months: RETENTION.essentialMonths,
    why: 'The block belongs to the member who made it.',
  },
  banSignals: {
    days: RETENTION.signalDays,
    why: 'Deleting an account does not end a sanction.',
  },
} as const satisfies Record<string, { why: string } & ({ months: number } | { days: number })>

export type KeptRule = keyof typeof KEPT_RULES

/** Why a personal column is not part of the export. */
export type Withheld =
  /** A hash, a key or a code: it protects the account. */
  | 'secret'
  /** It would show who reported, who decided, or how banned members are recognised. */
  | 'protects others'
  /** A reference between rows or the state of a job; the data themselves are in the export. */
  | 'technical'

/** A file of the export, or why the column is in none. */
export type ExportRule = `${string}.json` | Withheld

export type ColumnRule =
  | { readonly kind: 'erased'; readonly exported: ExportRule }
  | { readonly kind: 'kept'; readonly rule: KeptRule; readonly exported: ExportRule }
  | { readonly kind: 'impersonal' }

type ModelName = Prisma.ModelName

export type ColumnOf<Model extends ModelName> = keyof Prisma.TypeMap['model'][Model]['payload']['scalars'] &
  string

export interface TableRule<Column extends string> {
  /** The columns that name the member whose data a row is. Empty for a table that is about no member. */
  readonly members: readonly Column[]
  readonly columns: Readonly<Record<Column, ColumnRule>>
}

/** One rule for each column of each named model: a new table or column does not compile without one. */
export type TableRules<Model extends ModelName = ModelName> = {
  readonly [Name in Model]: TableRule<ColumnOf<Name>>
}

/** Declares a column that erasure deletes with its row or overwrites. */
export const erased = (exported: ExportRule): ColumnRule => ({ kind: 'erased', exported })

/** Declares a column that outlives erasure for the time that `rule` states. */
export const kept = (rule: KeptRule, exported: ExportRule): ColumnRule => ({ kind: 'kept', rule, exported })

/** Declares a column that says nothing about a member. */
export const impersonal: ColumnRule = { kind: 'impersonal' }
