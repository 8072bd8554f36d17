import type { ArgBuilder, ArgumentRef, FieldRef, InputTypeParam, TypeParam } from '@pothos/core'
import type * as z from 'zod'
import type { DescribedModel } from '#schema/described-model.ts'
import type { GraphqlTypes } from './builder.ts'

type Scalar = 'Boolean' | 'DateTime' | 'ID' | 'Int' | 'String'
type ObjectModel = Omit<DescribedModel, 'schema'> & { schema: z.ZodObject }
type Shape<Model extends ObjectModel> = z.output<Model['schema']>
type NameIn<Model extends ObjectModel> = keyof Shape<Model> & string

interface Options<Model extends ObjectModel, Omitted extends NameIn<Model>, Type> {
  /** Properties that GraphQL leaves out or resolves by itself. */
  omit?: readonly Omitted[]
  /** Names that differ in GraphQL. */
  names?: { readonly [Name in NameIn<Model>]?: string }
  /** Types that the model does not tell: enums, other objects, and ids that are no UUIDs. */
  types?: { readonly [Name in NameIn<Model>]?: Type }
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
  options: Options<Model, Omitted, TypeParam<GraphqlTypes>> = {},
): Record<string, FieldRef<GraphqlTypes>> {
  const fields = propertiesOf(model, options).map(({ name, graphqlName, type, isNullable, ...texts }) => {
    const isFlag = type === 'Boolean'
    const field = t.field({
      type,
      nullable: isNullable && !isFlag,
      ...texts,
      // GraphQL checks the value when it serializes it: the compiler cannot know the type of a computed name.
      resolve: (parent: Parent) => (Reflect.get(parent, name) ?? (isFlag ? false : null)) as never,
    })
    return [graphqlName, field]
  })
  return Object.fromEntries(fields)
}

/** Returns an argument for each property of a model. Those that may be missing are optional. @throws Error as `modelFields` */
export function modelArgs<Model extends ObjectModel>(
  arg: ArgBuilder<GraphqlTypes>,
  model: Model,
  options: Options<Model, NameIn<Model>, InputTypeParam<GraphqlTypes>>,
): Record<string, ArgumentRef<GraphqlTypes, unknown>> {
  const args = propertiesOf(model, options).map(({ graphqlName, type, isNullable, ...texts }) => [
    graphqlName,
    arg({ type, required: !isNullable, ...texts }),
  ])
  return Object.fromEntries(args)
}

function propertiesOf<Model extends ObjectModel, Type>(
  model: Model,
  { omit = [], names = {}, types = {} }: Options<Model, NameIn<Model>, Type>,
) {
  const properties = Object.entries<z.core.$ZodType>(model.schema.shape)
  return properties
    .filter(([name]) => !omit.includes(name))
    .map(([name, property]) => {
      const { inner, isNullable } = unwrap(property)
      const type = types[name] ?? typeOf(inner)
      if (!type) throw new Error(`the GraphQL type of ${model.id}.${name} is unknown`)
      const description = model.fields[name]
      return { name, graphqlName: names[name] ?? name, type, isNullable, ...(description && { description }) }
    })
}

function unwrap(type: z.core.$ZodType): { inner: z.core.$ZodType; isNullable: boolean } {
  const { def } = (type as z.core.$ZodTypes)._zod
  if (def.type !== 'nullable' && def.type !== 'optional') return { inner: type, isNullable: false }
  return { inner: unwrap(def.innerType).inner, isNullable: true }
}

function typeOf(type: z.core.$ZodType): Scalar | [Scalar] | undefined {
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
