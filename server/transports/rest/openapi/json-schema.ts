import * as z from 'zod'
import type { DescribedModel } from '#schema/described-model.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema
type Io = DescribedModel['io']

/** Rules that a model checks on the transformed value, such as the number of distinct interests. */
const CARRIED = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'format',
  'pattern',
] as const

/** Returns the JSON Schema of a model that is no component. */
export function inlineSchema(schema: z.ZodType, io: Io): JsonSchema {
  return tidy(z.toJSONSchema(schema, optionsFor(io)), io)
}

/** Returns the models as components, which refer to each other by name. */
export function componentSchemas(models: readonly DescribedModel[]): Record<string, JsonSchema> {
  return { ...componentsOf(models, 'input'), ...componentsOf(models, 'output') }
}

export const componentRef = (id: string) => ({ $ref: `#/components/schemas/${id}` })

function componentsOf(models: readonly DescribedModel[], io: Io): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  const ofThisIo = models.filter((model) => model.io === io)
  for (const { id, schema } of ofThisIo) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { ...optionsFor(io), uri: (id) => componentRef(id).$ref })
  return Object.fromEntries(
    ofThisIo.map((model): [string, JsonSchema] => [
      model.id,
      described(tidy(schemas[model.id] ?? {}, io), model),
    ]),
  )
}

const optionsFor = (io: Io) =>
  ({
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod
      if (io === 'input' && def.type === 'pipe') carryRules(def.out, jsonSchema)
    },
  }) satisfies z.core.ToJSONSchemaParams

/** A pipe's input schema is that of its first part; what the second part checks applies to the caller as well. */
function carryRules(out: z.core.$ZodType, jsonSchema: JsonSchema) {
  if (out._zod.def.type === 'transform') return
  const rules = z.toJSONSchema(out, { io: 'input', unrepresentable: 'any' })
  if (rules.type !== jsonSchema.type) return
  for (const rule of CARRIED)
    if (rules[rule] !== undefined && jsonSchema[rule] === undefined)
      Object.assign(jsonSchema, { [rule]: rules[rule] })
}

function described(schema: JsonSchema, { description, fields, example }: DescribedModel): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    { ...(property as JsonSchema), ...(fields[name] && { description: fields[name] }) },
  ])
  return {
    ...schema,
    description,
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    examples: [example],
  }
}

/** Removes what zod adds and no rule says: ids, the bounds of safe integers, patterns beside a format. */
function tidy<Value>(value: Value, io: Io): Value {
  if (Array.isArray(value)) return value.map((one) => tidy(one, io)) as Value
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key, inner]) => {
    if (key === '$schema' || key === '$id') return false
    if (key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) return false
    if (key === 'minimum' && inner === Number.MIN_SAFE_INTEGER) return false
    // Answers may gain properties.
    if (key === 'additionalProperties' && inner === false && io === 'output') return false
    return !(key === 'pattern' && 'format' in value && typeof value.format === 'string')
  })
  return Object.fromEntries(kept.map(([key, inner]) => [key, tidy(inner, io)])) as Value
}
