import type * as z from 'zod'

/** A model of the contract with its texts, for OpenAPI and GraphQL. */
export interface DescribedModel {
  /** The name of the model under `components.schemas`. */
  id: string
  schema: z.ZodType
  /** Whether callers send it or the server answers with it. */
  io: 'input' | 'output'
  description: string
  /** Descriptions of the properties whose names do not say everything. */
  fields: Readonly<Record<string, string>>
  example: unknown
}

type PropertyOf<Schema extends z.ZodType> =
  Schema extends z.ZodObject<infer Shape> ? keyof Shape & string : never

/** The texts of a model. A description of a property that the model lacks does not compile. */
interface Texts<Schema extends z.ZodType, Fields> {
  description: string
  fields: Fields & Record<Exclude<keyof Fields, PropertyOf<Schema>>, never>
  example: z.input<Schema>
}

const modelOf =
  <Io extends DescribedModel['io']>(io: Io) =>
  <Schema extends z.ZodType, Fields extends Readonly<Record<string, string>>>(
    id: string,
    schema: Schema,
    texts: Texts<Schema, Fields>,
  ) => ({
    id,
    schema,
    io,
    ...texts,
  })

/** Describes a model that callers send. */
export const requestModel = modelOf('input')
/** Describes a model that the server answers with. */
export const responseModel = modelOf('output')

/** Values that the examples share, so the examples form one consistent story. */
export const EXAMPLE = {
  asha: '01997a52-7c1e-7d3a-9f00-3a5c2f1b8e01',
  ben: '01997a52-9d40-7b21-8c11-6e2d4a9f7c02',
  conversation: '01997a60-1b2c-7e55-a3d4-5f6071829304',
  message: '01997a61-2c3d-7f66-b4e5-607182930415',
  stream: '9f3c1a7be0d2448fb6a5c07d1e2f3a4b',
  order: '01997a70-3d4e-7077-85f6-718293041526',
  other: '01997a80-4e5f-7188-9607-829304152637',
  token: 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c',
  time: '2026-03-18T09:30:00.000Z',
  email: 'asha@example.com',
  password: 'Monsoon-2026',
} as const

/** The descriptions of the fields of a page. */
export const PAGE_FIELDS = {
  elements: 'The elements of this page.',
  totalPages: 'The number of pages.',
  totalElements: 'The number of elements on all pages.',
  last: 'Whether this is the last page.',
}

/** Returns a page with one element. */
export const examplePage = <Element>(element: Element) => ({
  elements: [element],
  totalPages: 1,
  totalElements: 1,
  last: true,
})
