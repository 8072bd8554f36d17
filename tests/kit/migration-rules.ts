import type {
  AlterTableCmd,
  AlterTableStmt,
  ColumnDef,
  Constraint,
  DropStmt,
  IndexStmt,
  Node,
} from 'libpg-query'
import { parse } from 'libpg-query'
import { type Migration, migrationOf } from '#server/platform/postgres/migration-files.ts'

/** What the rules know of the rest of the file. */
interface File extends Migration {
  /** Tables that the file creates: no row is in them yet, and no node uses them. */
  created: ReadonlySet<string>
  /** Indexes that the file creates. */
  indexes: ReadonlySet<string>
  /** Indexes that the file drops if they exist. */
  cleared: ReadonlySet<string>
}

const NEEDS_COMPLETES =
  'breaks nodes of the version before; add `-- migration: completes <version>` with the first version that does not use it'
const ROWS_IN_BATCHES = 'changes rows within the migration; let a background job change them in batches'

/** Returns what a migration would do to nodes that run while it is applied; docs/operations/upgrades.md has the rules. */
export async function findMigrationProblems(name: string, sql: string): Promise<string[]> {
  const { stmts = [] } = await parse(sql)
  const nodes = stmts.flatMap(({ stmt }) => (stmt ? [stmt] : []))
  const file: File = {
    ...migrationOf(name, Buffer.from(sql)),
    created: new Set(
      nodes.flatMap((node) => ('CreateStmt' in node ? [node.CreateStmt.relation?.relname ?? ''] : [])),
    ),
    indexes: new Set(nodes.flatMap((node) => ('IndexStmt' in node ? [node.IndexStmt.idxname ?? ''] : []))),
    cleared: new Set(nodes.flatMap((node) => ('DropStmt' in node ? namesOf(node.DropStmt) : []))),
  }
  return nodes.flatMap((node) => [...problemsOfStatement(node, file), ...problemsOutside(node, file)])
}

/** Statements that only add something. */
const ADDING = new Set([
  'CreateStmt',
  'CreateEnumStmt',
  'CreateSeqStmt',
  'CreateFunctionStmt',
  'CreateTrigStmt',
  'ViewStmt',
  'CreateExtensionStmt',
  'CommentStmt',
])

function problemsOfStatement(node: Node, file: File): string[] {
  const [kind = ''] = Object.keys(node)
  if (ADDING.has(kind)) return []
  if ('IndexStmt' in node) return problemsOfIndex(node.IndexStmt, file)
  if ('DropStmt' in node) return problemsOfDrop(node.DropStmt, file)
  if ('AlterTableStmt' in node) return problemsOfTable(node.AlterTableStmt, file)
  if ('RenameStmt' in node) return completes(file, 'a rename')
  if ('AlterEnumStmt' in node)
    return node.AlterEnumStmt.oldVal ? completes(file, 'the rename of an enum value') : []
  const [changed] = [
    ...('UpdateStmt' in node ? [node.UpdateStmt.relation] : []),
    ...('DeleteStmt' in node ? [node.DeleteStmt.relation] : []),
    ...('InsertStmt' in node ? [node.InsertStmt.relation] : []),
  ]
  if (changed)
    return file.created.has(changed.relname ?? '') ? [] : [`${changed.relname}: ${ROWS_IN_BATCHES}`]
  return [`${kind} is not known to be safe while nodes run`]
}

const completes = (file: File, what: string) =>
  file.completes === null ? [`${what} ${NEEDS_COMPLETES}`] : []

/** PostgreSQL builds no index CONCURRENTLY on these. */
const PARTITIONED = new Set(['message'])

function problemsOfIndex({ idxname = '', relation, concurrent }: IndexStmt, file: File): string[] {
  if (file.created.has(relation?.relname ?? '')) return []
  if (PARTITIONED.has(relation?.relname ?? ''))
    return relation?.inh
      ? [
          `index ${idxname} blocks writes to all partitions; create it ON ONLY the table, and let a job index each partition`,
        ]
      : []
  if (!concurrent) return [`index ${idxname} blocks writes; create it CONCURRENTLY`]
  return file.cleared.has(idxname)
    ? []
    : [`index ${idxname} may be left invalid by an interrupted run; drop it CONCURRENTLY IF EXISTS before`]
}

function problemsOfDrop(statement: DropStmt, file: File): string[] {
  const what = `DROP ${statement.removeType?.replace('OBJECT_', '')}`
  if (statement.removeType !== 'OBJECT_INDEX') return completes(file, what)
  if (!statement.concurrent) return [`${what} blocks the table; drop it CONCURRENTLY`]
  return namesOf(statement).every((name) => file.indexes.has(name)) ? [] : completes(file, what)
}

const namesOf = ({ objects = [] }: DropStmt): string[] =>
  objects.flatMap((object) => ('List' in object ? (object.List.items ?? []) : [])).flatMap(textOf)

const textOf = (node: Node): string[] => ('String' in node ? [node.String.sval ?? ''] : [])

function problemsOfTable({ relation, cmds = [] }: AlterTableStmt, file: File): string[] {
  const table = relation?.relname ?? ''
  if (file.created.has(table)) return []
  return cmds.flatMap((node) =>
    'AlterTableCmd' in node
      ? problemsOfCommand(node.AlterTableCmd, file).map((problem) => `${table}: ${problem}`)
      : [],
  )
}

function problemsOfCommand({ subtype, def, name = '' }: AlterTableCmd, file: File): string[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? problemsOfColumn(def.ColumnDef) : []
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? problemsOfConstraint(def.Constraint) : []
    case 'AT_ColumnDefault':
      return def ? [] : completes(file, `DROP DEFAULT of ${name}`)
    case 'AT_DropColumn':
    case 'AT_SetNotNull':
      return completes(file, `${subtype === 'AT_DropColumn' ? 'DROP COLUMN' : 'SET NOT NULL'} ${name}`)
    case 'AT_DropConstraint':
    case 'AT_DropNotNull':
    case 'AT_SetRelOptions':
    case 'AT_SetStatistics':
    case 'AT_ValidateConstraint':
      return []
    case 'AT_AlterColumnType':
      return [`a new type of ${name} may rewrite the table; add a column of that type instead`]
    default:
      return [`${subtype} is not known to be safe while nodes run`]
  }
}

function problemsOfColumn({ colname = '', constraints = [] }: ColumnDef): string[] {
  const parts = constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []))
  const fallback = parts.find(({ contype }) => contype === 'CONSTR_DEFAULT')
  return parts.flatMap(({ contype }) => {
    if (contype === 'CONSTR_NULL') return []
    if (contype === 'CONSTR_NOTNULL')
      return fallback
        ? []
        : [`column ${colname} is NOT NULL, and older nodes do not fill it; give it a DEFAULT`]
    if (contype === 'CONSTR_DEFAULT')
      return isStable(fallback?.raw_expr) ? [] : [`the DEFAULT of ${colname} rewrites the table`]
    return [`column ${colname} has a constraint; add the column first and the constraint NOT VALID`]
  })
}

/** Whether PostgreSQL stores the value once for all rows that exist. */
function isStable(expression: Node | undefined): boolean {
  if (!expression) return false
  if ('TypeCast' in expression) return isStable(expression.TypeCast.arg)
  if ('FuncCall' in expression) return expression.FuncCall.funcname?.flatMap(textOf).at(-1) === 'now'
  return 'A_Const' in expression || 'SQLValueFunction' in expression
}

function problemsOfConstraint({ contype, conname = '', skip_validation, indexname }: Constraint): string[] {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN')
    return skip_validation
      ? []
      : [
          `constraint ${conname} reads every row under a lock; add it NOT VALID, and validate it in a later file`,
        ]
  return indexname
    ? []
    : [
        `constraint ${conname} builds an index under a lock; create the index CONCURRENTLY and add it USING INDEX`,
      ]
}

/** Statements that wait for transactions must not run in one, and all others must. */
function problemsOutside(node: Node, file: File): string[] {
  const waits = [
    'IndexStmt' in node && node.IndexStmt.concurrent,
    'DropStmt' in node && node.DropStmt.concurrent,
    'AlterTableStmt' in node && node.AlterTableStmt.cmds?.every(isValidation),
  ].some(Boolean)
  if (waits === file.isOutsideTransaction) return []
  return [
    waits
      ? 'a statement that waits needs a file with `-- migration: outside a transaction`'
      : 'only CONCURRENTLY and VALIDATE CONSTRAINT may be outside a transaction; put the rest into another file',
  ]
}

const isValidation = (node: Node) =>
  'AlterTableCmd' in node && node.AlterTableCmd.subtype === 'AT_ValidateConstraint'
