import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '#server/platform/config/config.ts'
import { parseFilterTerms } from '#server/platform/config/filter-terms.ts'

describe('a file of filter terms', () => {
  it('gives words to add and to remove for each language', () => {
    const text = '\ufeff# Ours\n[es]\n+ piña colada\r\n- palabra*\n\n[zh-hans]\n+ 菠萝\n[es]\n+ limón\n'
    expect(parseFilterTerms(text)).toEqual({
      es: { add: ['piña colada', 'limón'], remove: ['palabra*'] },
      'zh-Hans': { add: ['菠萝'], remove: [] },
    })
    expect(parseFilterTerms('')).toEqual({})
  })

  it.each([
    ['an unknown language', '[xx]', 'line 1: unknown language [xx], expected one of en, hi, es'],
    ['a term before a language', '\n+ a', 'line 2: expected a language such as [es] before the first term'],
    ['a term without a sign', '[es]\npiña', "line 2: expected '+ term', '- term' or a language"],
    ['a sign without a term', '[es]\n+', 'line 2: expected a word or phrase after the sign'],
    ['a star within a term', '[es]\n+ a*b', 'line 2: expected a star only at the end'],
    ['a very long term', `[es]\n+ ${'a'.repeat(101)}`, 'line 2: expected 100 characters or less'],
  ])('fails for %s, and the message names the line', (_, text, message) => {
    expect(() => parseFilterTerms(text)).toThrow(message)
  })
})

describe('MESSAGE_FILTER_TERMS', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filter-terms-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('names a file that is read at the start', async () => {
    const path = join(folder, 'terms.txt')
    await writeFile(path, '[fr]\n+ ananas\n')
    expect(loadConfig({ MESSAGE_FILTER_TERMS: path }).defences.termChanges).toEqual({
      fr: { add: ['ananas'], remove: [] },
    })
    expect(loadConfig({}).defences.termChanges).toEqual({})
  })

  it('stops the start with the file and the line of a mistake', async () => {
    const path = join(folder, 'terms.txt')
    await writeFile(path, '[fr]\nananas\n')
    expect(() => loadConfig({ MESSAGE_FILTER_TERMS: path })).toThrow(`MESSAGE_FILTER_TERMS=${path}: line 2: `)
    const missing = join(folder, 'missing.txt')
    expect(() => loadConfig({ MESSAGE_FILTER_TERMS: missing })).toThrow(
      `${missing}: this file cannot be read`,
    )
  })
})
