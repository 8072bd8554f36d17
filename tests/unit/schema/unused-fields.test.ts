import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildSchema, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { MODELS } from '#server/transports/rest/openapi/models.ts'

const SCHEMA = readFileSync(resolve(import.meta.dirname, '../../../schema/schema.graphql'), 'utf8')

describe('a field that nothing fills', () => {
  it.each([
    ['User', 'stars', 0],
    ['User', 'name', null],
    ['Notification', 'image', null],
    ['Notification', 'userData', null],
  ])('says so in the OpenAPI document: %s.%s', (id, field, value) => {
    const model = MODELS.find((one) => one.id === id)
    expect(model?.fields[field]).toMatch(`Not used: always ${value}.`)
    expect(model?.example).toMatchObject({ [field]: value })
  })

  it.each([
    ['Me', 'stars', '0'],
    ['Me', 'name', 'null'],
    ['Notification', 'image', 'null'],
    ['Notification', 'userData', 'empty'],
  ])('says so in the GraphQL schema: %s.%s', (name, field, value) => {
    const type = buildSchema(SCHEMA).getType(name)
    const description = isObjectType(type) ? type.getFields()[field]?.description : undefined
    expect(description).toMatch(`Not used: always ${value}.`)
  })
})
