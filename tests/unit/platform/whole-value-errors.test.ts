import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { LANGUAGES } from '#schema/languages.ts'
import { ApiError } from '#server/platform/errors.ts'
import { refuseUnstorableText } from '#server/platform/http/request-text.ts'
import { createTexts } from '#server/platform/texts/texts.ts'
import { validate } from '#server/platform/validate.ts'
import { assertLiteralsStorable } from '#server/transports/graphql/limits/text.ts'

const texts = createTexts()

function refusalOf(refused: () => unknown): ApiError {
  try {
    refused()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  return expect.unreachable('nothing was refused')
}

const REFUSED = [
  () => validate(z.string(), 7),
  () => validate(z.string(), undefined),
  () => validate(z.array(z.number()).min(2), []),
  () => refuseUnstorableText('a\0'),
  () => assertLiteralsStorable(parse('query($text: String = "a\\u0000") { me(text: $text) { id } }')),
]

describe('an error about a whole value', () => {
  // covers: design-error-about-whole-value
  it.each(LANGUAGES.filter(({ code }) => code !== 'en'))('appears entirely in $code', ({ code }) => {
    for (const refused of REFUSED) {
      const { text, message, fields } = refusalOf(refused)
      // A value would be put into the translation as it is.
      expect([text, fields ?? {}]).toEqual([message, {}])
      expect(texts.in(code)(text)).not.toBe(message)
    }
  })
})
