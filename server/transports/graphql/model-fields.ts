import type { FieldRef, TypeParam } from '@pothos/core'
import type * as z from 'zod'
import type { DescribedModel } from '#schema/described-model.ts'
import type { GraphqlTypes } from './builder.ts'

type ObjectModel = Omit<DescribedModel, 'schema'> & { schema: z.ZodObject }
type Shape<Model extends ObjectModel> = z.output<Model['schema']>
type NameIn<Model extends ObjectModel> = keyof Shape<Model> & string

interface Options<Model extends ObjectModel, Omitted extends NameIn<Model>> {
  /** Properties that GraphQL leaves out or resolves by itself. */
  omit?: readonly Omitted[]
  /** Names that differ in GraphQL. */
  names?: { readonly [Name in NameIn<Model>]?: string }
  /** Types that the model does not tell: enums, other objects, and ids that are no UUIDs. */
  types?: { readonly [Name in NameIn<Model>]?: TypeParam<GraphqlTypes> }
}

/**
 * Returns the fields of a model with their types, nullability and descriptions. A missing boolean is false, any other
 * missing value is null. @throws Error for a property whose type neither the model nor `types` tells
 */
export function modelFields<
  Model extends ObjectModel,
  Parent extends Omit<Shape<Model>, Omitted>,
  Omitted extends NameIn<Model> = never,
>(
  t: PothosSchemaTypes.ObjectFieldBuilder<GraphqlTypes, Parent>,
  model: Model,
  { omit = [], names = {}, types = {} }: Options<Model, Omitted> = {},
): Record<string, FieldRef<GraphqlTypes>> {
  const omitted: readonly string[] = omit
  const fields = Object.entries<z.core.$ZodType>(model.schema.shape).filter(
    ([name]) => !omitted.includes(name),
  )
  return Object.fromEntries(
    fields.map(([name, property]) => {
      const { inner, nullable } = unwrap(property)
      const type = types[name] ?? typeOf(inner)
      if (!type) throw new Error(`the GraphQL type of ${model.id}.${name} is unknown`)
      const isFlag = type === 'Boolean'
      return [
        names[name] ?? name,
        t.field({
          type,
          nullable: nullable && !isFlag,
          description: model.fields[name] ?? '',
          // GraphQL checks the value when it serializes it: the compiler cannot know the type of a computed name.
          resolve: (parent: Parent) => (Reflect.get(parent, name) ?? (isFlag ? false : null)) as never,
        }),
      ]
    }),
  )
}

function unwrap(type: z.core.$ZodType): { inner: z.core.$ZodType; nullable: boolean } {
  const { def } = (type as z.core.$ZodTypes)._zod
  if (def.type !== 'nullable' && def.type !== 'optional') return { inner: type, nullable: false }
  return { inner: unwrap(def.innerType).inner, nullable: true }
}

function typeOf(type: z.core.$ZodType): TypeParam<GraphqlTypes> | undefined {
  const { def } = (type as z.core.$ZodTypes)._zod
  if (def.type === 'boolean') return 'Boolean'
  if (def.type === 'number') return 'Int'
  if (def.type === 'array') {
    const element = typeOf(def.element)
    return typeof element === 'string' ? [element] : undefined
  }
  if (def.type !== 'string') return undefined
  const format = 'format' in def ? def.format : undefined
  return format === 'uuid' ? 'ID' : format === 'datetime' ? 'DateTime' : 'String'
}
