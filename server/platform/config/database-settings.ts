import * as z from 'zod'
import { POOLER_MODES } from '#server/platform/postgres/connection-pooler.ts'
import { address } from './address-setting.ts'
import { modelOf, setting, wholeNumber } from './setting.ts'

const postgresUrl = address(/^postgres(ql)?$/, 'expected postgres://…')

/** The settings of the database. docs/operations/database.md explains them. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: setting(
    'the PostgreSQL database; when unset, the server runs its own PostgreSQL in DATA_DIR (local mode)',
    '(local mode)',
    postgresUrl.optional(),
  ),
  DATABASE_DIRECT_URL: setting(
    'the same database without the connection pooler; migrations need it when DATABASE_URL leads to PgBouncer',
    'DATABASE_URL',
    postgresUrl.optional(),
  ),
  DATABASE_POOLER: setting(
    'whether DATABASE_URL leads to a pooler in transaction mode, which needs statements without names; off for a pooler that keeps prepared statements',
    'auto',
    z.enum(POOLER_MODES, "expected 'auto', 'on' or 'off'").default('auto'),
  ),
  DATABASE_REPLICA_URL: setting(
    'one streaming standby of the database, which then answers reads of messages, conversations and the lists of administrators',
    '(none)',
    postgresUrl.optional(),
  ),
  MESSAGE_RETENTION_MONTHS: setting(
    'how many months messages are kept; then whole months are deleted, except in conversations with an open report',
    '(for ever)',
    wholeNumber(1, 1_200).optional(),
  ),
}

const databaseModel = modelOf(DATABASE_SETTINGS)

/** Returns the part of the configuration that says how the database is reached. */
export const databaseOf = (values: z.output<typeof databaseModel>) => ({
  /** For migrations. Null in local mode. */
  directUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL ?? null,
  pooler: values.DATABASE_POOLER,
  replicaUrl: values.DATABASE_REPLICA_URL ?? null,
  /** Null to keep them for ever. */
  messageRetentionMonths: values.MESSAGE_RETENTION_MONTHS ?? null,
})
