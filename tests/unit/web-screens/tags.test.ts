import type { ChangeEvent, KeyboardEvent } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { interestKey } from '#schema/interests.ts'
import { builtInInterest } from '#web/i18n/built-in-interest.ts'
import { interestName } from '#web/i18n/interest-name.ts'
import { keyOfInterest } from '#web/screens/shared/forms/key-of-interest.ts'
import { completesInterest, suggestInterests } from '#web/screens/shared/forms/suggest-interests.ts'
import { splitTags, withTags } from '#web/ui/split-tags.ts'
import { useTags } from '#web/ui/use-tags.ts'
import { eventually } from '../../kit/eventually.ts'
import { showInterestsIn } from '../../kit/show-interests-in.ts'
import { signedIn } from '../web-state/kit.ts'
import { passTime, runHook, untilDrawn } from './draw.tsx'

describe('a list that is typed or pasted', () => {
  it.each([
    ['chess, jazz', ['chess', 'jazz']],
    ['chess ,, jazz ,', ['chess', 'jazz']],
    ['chess\r\njazz\tnight trains', ['chess', 'jazz', 'night trains']],
    ['囲碁、将棋', ['囲碁', '将棋']],
    ['شطرنج، شعر', ['شطرنج', 'شعر']],
    [' , ', []],
  ])('splits %j into trimmed tags', (text, tags) => {
    expect(splitTags(text)).toEqual(tags)
  })

  it('adds each interest once, in its first spelling, and ignores case and width', () => {
    expect(withTags(['Jazz'], ['JAZZ', 'Ｊａｚｚ', 'chess', 'Chess '], interestKey)).toEqual([
      'Jazz',
      'chess',
    ])
  })
})

describe('suggestions', () => {
  it('start with interests that begin with the typed text, then those with a word that does', () => {
    expect(suggestInterests('jaz', [])[0]).toBe('Jazz')
    const found = suggestInterests('art', [])
    const ranks = found.map((one) => (/^art/i.test(one) ? 0 : / art/i.test(one) ? 1 : 2))
    expect(ranks).toEqual(ranks.toSorted())
    expect(new Set(ranks).size).toBeGreaterThan(1)
  })

  // covers: 5-interest-suggestions
  it('number at most eight, or the twelve popular ones while nothing is typed', () => {
    expect(suggestInterests('A', [])).toHaveLength(8)
    expect(suggestInterests('A', [])).toEqual(suggestInterests('a', []))
    expect(suggestInterests('', [])).toHaveLength(12)
  })

  // covers: 5-interest-suggestions
  it('leave out chosen interests in any case', () => {
    expect(suggestInterests('jazz', ['JAZZ'])).not.toContain('Jazz')
  })

  // covers: 5-interest-typed-first
  it.each([
    ['jaz', 'Jazz', true],
    ['JAZ', 'Jazz', true],
    ['jazz', 'Jazz', false],
    ['ja', 'Jazz', false],
    ['art', 'Art history', false],
    ['azz', 'Jazz', false],
  ])('complete %j by Enter to the suggestion %j: %j', (typed, suggestion, taken) => {
    expect(completesInterest(typed, suggestion)).toBe(taken)
  })
})

describe('suggestions on a page in another language', () => {
  it('match the name in that language, then the English one', () => {
    showInterestsIn('de')
    expect(suggestInterests('fotogr', [])[0]).toBe('Photography')
    expect(suggestInterests('photogr', [])).toContain('Photography')
    expect(suggestInterests('schach', ['Chess'])).toEqual([])
  })

  it.each([
    ['de', 'Fotogr', 'Photography', true],
    ['de', 'Photogr', 'Photography', false],
    ['hi', 'फ़ोटो', 'Photography', true],
    ['es', 'fotografía', 'Photography', false],
  ] as const)(
    'complete in %s the text %j by Enter to the suggestion %j: %j',
    (language, typed, suggestion, taken) => {
      showInterestsIn(language)
      expect(completesInterest(typed, suggestion)).toBe(taken)
    },
  )
})

describe('the field for interests', () => {
  async function openField(value: string[]) {
    const changes: string[][] = []
    const onChange = (tags: string[]) => void changes.push(tags)
    const field = await runHook(await signedIn(), () =>
      useTags({
        value,
        onChange,
        suggest: suggestInterests,
        completes: completesInterest,
        keyOf: keyOfInterest,
        tagOf: builtInInterest,
        nameOf: interestName,
      }),
    )
    const press = (key: string) =>
      field().onKeyDown({
        key,
        nativeEvent: {},
        preventDefault() {},
      } as unknown as KeyboardEvent<HTMLInputElement>)
    const type = async (text: string) => {
      field().onChange({
        target: { value: text },
        nativeEvent: {},
      } as unknown as ChangeEvent<HTMLInputElement>)
      await eventually(() => expect(field().typed).toBe(text))
    }
    return { field, changes, press, type }
  }
  beforeEach(() => void vi.stubGlobal('InputEvent', class {}))

  // covers: 5-interest-added
  it('adds the trimmed text with Enter, and not twice', async () => {
    const { changes, press, type } = await openField(['Chess'])
    await type('  Slow travel ')
    press('Enter')
    expect(changes).toEqual([['Chess', 'Slow travel']])
    await type('chess')
    press('Enter')
    expect(changes).toHaveLength(1)
  })

  // covers: 5-interest-names-translated
  it('stores the English name of an interest that is typed in the language of the page', async () => {
    showInterestsIn('es')
    const { field, changes, press, type } = await openField(['Chess'])
    await type('FOTOGRAFIA')
    press('Enter')
    expect(changes).toEqual([['Chess', 'Photography']])
    await eventually(() => expect(field().announcement).toBe('Fotografía added'))
    await type('ajedrez')
    press('Enter')
    expect(changes).toHaveLength(1)
  })

  // covers: 5-interest-removed
  it('removes the last interest with Backspace, but only while nothing is typed', async () => {
    const { changes, press, type } = await openField(['Chess', 'Jazz'])
    await type('x')
    press('Backspace')
    expect(changes).toEqual([])
    await type('')
    press('Backspace')
    expect(changes).toEqual([['Chess']])
  })

  // covers: 5-interest-list-hides
  it('hides its suggestions 150 ms after blur', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { field } = await openField([])
    field().onFocus()
    await untilDrawn(() => expect(field().offers).toHaveLength(12))
    field().onBlur()
    await passTime(149)
    expect(field().offers).toHaveLength(12)
    await passTime(1)
    expect(field().offers).toEqual([])
    vi.useRealTimers()
  })
})
