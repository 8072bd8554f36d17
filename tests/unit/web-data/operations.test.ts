import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildSchema, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#web/data/operation.ts'

const root = resolve(import.meta.dirname, '../../..')
const files = globSync('web/**/operations.ts', { cwd: root })

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'document' in value && 'model' in value

describe('what the app asks over GraphQL', () => {
  it('fits the schema', async () => {
    const schema = buildSchema(await readFile(resolve(root, 'schema/schema.graphql'), 'utf8'))
    for (const file of files) {
      const module: Record<string, unknown> = await import(resolve(root, file))
      const operations = Object.values(module).filter(isOperation)
      expect(operations.length, file).toBeGreaterThan(0)
      for (const { document } of operations) expect(validate(schema, document), file).toEqual([])
    }
  })
})
