import type * as z from 'zod'

/** A model of the contract with what a reader of the OpenAPI document needs beside its rules. */
export interface Model {
  /** Its name under `components.schemas`. */
  id: string
  schema: z.ZodType
  /** As callers write it, or as the server answers it. */
  io: 'input' | 'output'
  description: string
  /** A description of each property. */
  fields: Readonly<Record<string, string>>
  example: unknown
}

/** Texts live here and not in `schema/`, because the web app's bundle contains the models. */
type Texts<Schema extends z.ZodType> = {
  description: string
  fields: Schema extends z.ZodObject<infer Shape>
    ? Record<keyof Shape & string, string>
    : Record<never, string>
  example: z.input<Schema>
}

const modelOf =
  (io: Model['io']) =>
  <Schema extends z.ZodType>(id: string, schema: Schema, texts: Texts<Schema>): Model => ({
    id,
    schema,
    io,
    ...texts,
  })

export const requestModel = modelOf('input')
export const responseModel = modelOf('output')

/** Values that the examples share, so the examples form one consistent story. */
export const EXAMPLE = {
  asha: '01997a52-7c1e-7d3a-9f00-3a5c2f1b8e01',
  ben: '01997a52-9d40-7b21-8c11-6e2d4a9f7c02',
  conversation: '01997a60-1b2c-7e55-a3d4-5f6071829304',
  message: '01997a61-2c3d-7f66-b4e5-607182930415',
  order: '01997a70-3d4e-7077-85f6-718293041526',
  other: '01997a80-4e5f-7188-9607-829304152637',
  token: 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c',
  time: '2026-03-18T09:30:00.000Z',
} as const
