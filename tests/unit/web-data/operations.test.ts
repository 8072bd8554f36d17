import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildSchema, getOperationAST, isEnumType, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#web/data/operation.ts'
import { exampleAnswer } from '../../kit/graphql-example.ts'

const root = resolve(import.meta.dirname, '../../..')
const files = globSync('web/**/operations.ts', { cwd: root })

const schemaFile = resolve(root, 'schema/schema.graphql')

async function operationsOf(file: string): Promise<Operation[]> {
  const module: Record<string, unknown> = await import(resolve(root, file))
  return Object.values(module).filter(isOperation)
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'document' in value && 'model' in value

describe('what the app asks over GraphQL', () => {
  it('fits the schema', async () => {
    const schema = buildSchema(await readFile(schemaFile, 'utf8'))
    for (const file of files) {
      const operations = await operationsOf(file)
      expect(operations.length, file).toBeGreaterThan(0)
      for (const { document } of operations) expect(validate(schema, document), file).toEqual([])
    }
  })

  it('has models that accept every enum value and every scalar that the schema can answer', async () => {
    const schema = buildSchema(await readFile(schemaFile, 'utf8'))
    const sizes = Object.values(schema.getTypeMap()).filter(isEnumType)
    const turns = Math.max(...sizes.map((type) => type.getValues().length))
    for (const file of files)
      for (const { document, model } of await operationsOf(file))
        for (let turn = 0; turn < turns; turn += 1) {
          const operation = getOperationAST(document)
          const result = operation && model.safeParse(exampleAnswer(schema, operation, turn))
          expect(result?.error?.issues ?? [], `${file} ${operation?.name?.value}`).toEqual([])
        }
  })
})
