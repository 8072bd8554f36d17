import * as z from 'zod'

/** Increases when an older version could not restore a new backup. */
export const BACKUP_FORMAT = 1
export const MANIFEST_FILE = 'manifest.json'
/** Holds the digest of the manifest, in the format of `sha256sum`. */
export const MANIFEST_DIGEST_FILE = 'manifest.json.sha256'

/** Names of tables, columns and files. They become part of SQL and of paths, so they hold nothing else. */
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const count = z.int().nonnegative()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const tableEntry = z.object({
  name,
  columns: z.array(name).min(1),
  rows: count,
  file: z.string().regex(/^[a-z0-9_]+\.copy\.zst$/),
  /** The size and the digest of the compressed file. */
  bytes: count,
  sha256,
})

/** The list of contents of a backup. */
export const manifest = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** The version of the product that wrote the backup. */
  version: z.string(),
  /** The database's time of the snapshot. */
  created: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })).min(1),
  tables: z.array(tableEntry),
  /** Partitions that a restore creates, with their bounds as PostgreSQL prints them. */
  partitions: z.array(
    z.object({ name, table: name, bound: z.string().regex(/^(DEFAULT|FOR VALUES [^;]+)$/) }),
  ),
  sequences: z.array(z.object({ name, value: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
})

export type Manifest = z.output<typeof manifest>
export type TableEntry = z.output<typeof tableEntry>
