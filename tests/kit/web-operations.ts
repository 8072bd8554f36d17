import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { type DocumentNode, Kind } from 'graphql'

const root = resolve(import.meta.dirname, '../..')

/** Returns the files of the web app that declare GraphQL operations, relative to the project's root. */
export const operationFiles = () => globSync('web/**/operations*.ts', { cwd: root })

/** Returns the operations that a file of the web app exports. */
export async function operationsOf(file: string): Promise<DocumentNode[]> {
  const module: Record<string, unknown> = await import(resolve(root, file))
  return Object.values(module).filter(isOperation)
}

const isOperation = (value: unknown): value is DocumentNode =>
  typeof value === 'object' &&
  value !== null &&
  'definitions' in value &&
  Array.isArray(value.definitions) &&
  value.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)
