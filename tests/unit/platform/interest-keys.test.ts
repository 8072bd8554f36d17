import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interestKey, SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { interest } from '#schema/registration.ts'
import { foldInterests, sharedInterestKey } from '#server/platform/interest-keys.ts'

const LOCALES = resolve(import.meta.dirname, '../../../locales')
const NAMES = readdirSync(LOCALES)
  .filter((language) => language !== 'en')
  .map((language) => ({
    language,
    names: JSON.parse(readFileSync(resolve(LOCALES, language, 'interests.json'), 'utf8')) as Record<
      string,
      string
    >,
  }))

describe('the names of the built-in interests', () => {
  it.each(NAMES)('cover $language completely, in the order of the list, and may be typed', ({ names }) => {
    expect(Object.keys(names)).toEqual(SUGGESTED_INTERESTS)
    for (const name of Object.values(names))
      expect(interest.safeParse(name)).toEqual({ success: true, data: name })
  })

  it('mean one interest each, in all languages together', () => {
    const meanings = new Map(SUGGESTED_INTERESTS.map((name) => [interestKey(name), new Set<string>([name])]))
    for (const { names } of NAMES)
      for (const [english, name] of Object.entries(names))
        meanings.set(interestKey(name), (meanings.get(interestKey(name)) ?? new Set()).add(english))
    expect([...meanings].filter(([, meant]) => meant.size > 1)).toEqual([])
  })
})

describe('the key of an interest', () => {
  it.each([
    ['Photography', ['fotografía', 'FOTOGRAFIA', 'Fotografie', 'फोटोग्राफी', 'التصوير', '写真', '摄影']],
    ['Chess', ['ajedrez', 'Échecs', 'ECHECS', 'satranç', 'Шахматы', 'チェス']],
    ['Football', ['Fußball', 'FUSSBALL', 'Fútbol', 'futbol']],
    ['Hip hop', ['hip-hop', 'Hip‑Hop', 'ヒップホップ']],
    ['Acting', ["Jeu d'acteur", 'Jeu d’acteur', 'Актерское мастерство']],
    ['Anime', ['الأنمي', 'الانمي', 'الأنمى', 'الأنـمـي', 'الأَنْمِي', 'アニメ', 'あにめ', 'ｱﾆﾒ']],
  ])('stays the same for %s in every language and spelling', (english, spellings) => {
    expect([...new Set(spellings.map(sharedInterestKey))]).toEqual([interestKey(english)])
  })

  it('ignores case, width, accents and hyphens when the interest is not built in', () => {
    expect(
      foldInterests([
        'Crème brûlée',
        'CREME BRULEE',
        'ｃｒｅｍｅ　ｂｒｕｌｅｅ',
        'creme-brulee',
        'İznik',
        'iznik',
      ]),
    ).toEqual(['creme brulee', 'iznik'])
  })

  // covers: design-one-folding
  it.each([
    ['the hamza and madda of Arabic', 'أإآٱؤئ', 'ااااوي'],
    ['ta marbuta and alef maksura', 'كرة القدم على', 'كره القدم علي'],
    ['the letters of Persian and Urdu', 'کتابی ہھە', 'كتابي ههه'],
    ['the vowel signs and the tatweel of Arabic', 'ٱلْمُــوسِيقَىٰ', 'الموسيقي'],
    ['the presentation forms of Arabic', 'ﻻﺭﺳﻢ', 'لارسم'],
    ['the points of Hebrew', 'שִׁירָה', 'שירה'],
    ['nukta and chandrabindu of Devanagari', 'ग़ज़ल आँख फ़िल्म', 'गजल आंख फिल्म'],
    ['joiners of Persian, Hindi and emoji', 'می‌خواهم क्‍ष ❤️', 'ميخواهم क्ष ❤'],
    ['the dotted and the dotless i of Turkish', 'DİKIŞ ısı', 'dikis isi'],
    ['full and half width', 'Ｇｏ　ｶﾞﾝﾀﾞﾑ', 'go がんだむ'],
    [
      'ligatures and letters with strokes',
      'Œuvre Smørrebrød Łódź Đà Straße',
      'oeuvre smorrebrod lodz da strasse',
    ],
    ['the final sigma of Greek', 'ΜΥΘΟΣ', 'μυθοσ'],
    ['soft hyphens and zero-width spaces', 'board\u00adgames\u200b', 'boardgames'],
  ])('ignores %s', (_, one, other) => {
    expect(sharedInterestKey(one)).toBe(sharedInterestKey(other))
  })

  it.each([
    ['the Russian letters и and й', 'мои', 'мой'],
    ['the Japanese sounds ka and ga', 'かき', 'がき'],
    ['the vowels of Hindi', 'कम', 'काम'],
    ['the letters of German that are not accents', 'Masse', 'Mass'],
  ])('keeps %s apart', (_, one, other) => {
    expect(sharedInterestKey(one)).not.toBe(sharedInterestKey(other))
  })

  it('equals its own key, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (typed) => {
        expect(interestKey(interestKey(typed))).toBe(interestKey(typed))
      }),
    )
  })
})
