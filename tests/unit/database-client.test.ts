import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { numberNamesByUse } from '../../scripts/number-names-by-use.mjs'

const CLIENT = resolve(import.meta.dirname, '../../server/platform/postgres/generated/internal/class.ts')
const encode = (...bytes: number[]) => Buffer.from(bytes).toString('base64url')

/** Two inputs, one output and one root. The second name is used four times, the first one twice. */
const edgesOf = (first: number, second: number) =>
  [
    [2, 1, 1],
    [2, first, 9, 9, 3, second + 1, 7, second, 9, 9, 0, 0, 7],
    [1, second, 9, 9, 0, 0, 7],
    [1, second, 0, 2],
    [first, 1, 1],
  ].flat()

describe('numberNamesByUse', () => {
  it('gives the lowest number to the name that is used most', () => {
    expect(numberNamesByUse({ strings: ['rare', 'frequent'], graph: encode(...edgesOf(0, 1)) })).toEqual({
      strings: ['frequent', 'rare'],
      graph: encode(...edgesOf(1, 0)),
    })
  })

  it('refuses a graph of another form', () => {
    const graph = encode(...edgesOf(0, 1), 1)
    expect(() => numberNamesByUse({ strings: ['rare', 'frequent'], graph })).toThrow('has another form')
  })

  it('changes nothing in the generated client, which is numbered', () => {
    const [, names = '', graph = ''] =
      /strings: JSON\.parse\((".*")\),\n *graph: "([\w-]*)"/.exec(readFileSync(CLIENT, 'utf8')) ?? []
    const { strings, graph: numbered } = numberNamesByUse({ strings: JSON.parse(JSON.parse(names)), graph })
    expect(numbered).toBe(graph)
    expect(strings.slice(0, 5)).toContain('where')
  })
})
