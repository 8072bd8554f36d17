import { getIntrospectionQuery, parse, print } from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  assertShort,
  assertSmall,
  countTokens,
  measureDocument,
} from '#server/transports/graphql/limits/document-size.ts'
import { operationFiles, operationsOf } from '../../kit/web-operations.ts'

const sizeOf = (text: string) => measureDocument(parse(text))

describe('the size of a document', () => {
  it('counts the tokens of a text and stops one above the limit', () => {
    expect(countTokens('{ me { id } } # a comment is no token')).toBe(6)
    expect(countTokens('{ a }'.repeat(1_000), 10)).toBe(11)
    expect(countTokens('{ me ~ id }')).toBe(2)
  })

  it('counts selections, aliases, directives and fragments wherever they stand', () => {
    expect(
      sizeOf('{ a: me { ...F ... @skip(if: true) { id } } } fragment F on Me { b: id @include(if: true) }'),
    ).toMatchObject({ selections: 5, aliases: 2, directives: 2, fragments: 1 })
  })

  it('counts how often a selection set requests the same name, including inline fragments', () => {
    expect(sizeOf(`{ me { ${'email '.repeat(500)} } }`).sameName).toBe(500)
    expect(sizeOf(`{ me { ${'... { email } '.repeat(7)} email } }`).sameName).toBe(8)
    expect(sizeOf(`{ me { ${'a: id '.repeat(6)} } }`).sameName).toBe(6)
    expect(sizeOf(`{ me { ${'...F '.repeat(9)} } } fragment F on Me { id }`).sameName).toBe(9)
    expect(sizeOf('{ me { id } session { user { id } } }').sameName).toBe(1)
  })

  it('follows fragments for the depth, and measures each fragment once', () => {
    expect(sizeOf('{ a { ... on B { c { ...F } } } } fragment F on D { e { f } }').depth).toBe(4)
    const levels = Array.from(
      { length: 60 },
      (_, n) => `fragment F${n} on A { a { ...F${n + 1} ...F${n + 1} } }`,
    )
    expect(sizeOf(`{ ...F0 } ${levels.join(' ')} fragment F60 on A { id }`).depth).toBe(61)
    expect(sizeOf('{ ...F } fragment F on A { a { ...F } }').depth).toBe(1)
  })

  it('refuses a document above each limit', () => {
    const many = (count: number, one: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => one(n)).join(' ')
    for (const text of [
      `${'{ a '.repeat(9)}${'}'.repeat(9)}`,
      `{ ${many(16, (n) => `a${n}: b`)} }`,
      `{ ${many(21, (n) => `a${n} @include(if: true)`)} }`,
      `{ a } ${many(21, (n) => `fragment F${n} on A { a }`)}`,
      `{ ${many(6, () => 'a')} }`,
      `{ ${many(201, (n) => `a${n}`)} }`,
    ])
      expect(() => assertSmall(parse(text)), text.slice(0, 40)).toThrow('too large')
    expect(() => assertShort('a '.repeat(401))).toThrow('The limit is 400 tokens')
  })

  // covers: beyond-graphql-largest-operation
  it('leaves the largest operation of the web app and an introspection below half of each limit', async () => {
    const texts = [
      getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true }),
    ]
    for (const file of operationFiles())
      for (const document of await operationsOf(file)) texts.push(print(document))
    expect(texts.length).toBeGreaterThan(20)
    for (const text of texts) {
      expect(countTokens(text)).toBeLessThan(200)
      expect(() => assertSmall(parse(text))).not.toThrow()
    }
  })
})
