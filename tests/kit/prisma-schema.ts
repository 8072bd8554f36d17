import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface PrismaColumn {
  /** The name in the code. */
  field: string
  /** The name in the database. */
  column: string
}

export interface PrismaModel {
  model: string
  table: string
  columns: PrismaColumn[]
}

const SCHEMA = resolve(import.meta.dirname, '../../prisma/schema.prisma')

const mapped = (line: string) => /@map\("(\w+)"\)/.exec(line)?.[1]

/** Returns the models of prisma/schema.prisma with the columns that are stored. */
export function prismaModels(): PrismaModel[] {
  const text = readFileSync(SCHEMA, 'utf8')
  const blocks = [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)]
  const names = new Set(blocks.map(([, name]) => name))
  return blocks.map(([, model = '', body = '']) => {
    const fields = [...body.matchAll(/^ {2}(\w+)\s+(\w+)(.*)$/gm)].filter(([, , type]) => !names.has(type))
    return {
      model,
      table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
      columns: fields.map(([line, field = '']) => ({ field, column: mapped(line) ?? field })),
    }
  })
}

/** Returns the values of an enum of prisma/schema.prisma. */
export function prismaEnum(name: string): string[] {
  const [, body = ''] =
    new RegExp(`^enum ${name} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(readFileSync(SCHEMA, 'utf8')) ?? []
  return [...body.matchAll(/^ {2}(\w+)$/gm)].map(([, value = '']) => value)
}
