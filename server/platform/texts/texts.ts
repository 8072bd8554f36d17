import { I18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Language } from '#schema/languages.ts'
import { pickLanguage } from '#schema/pick-language.ts'
import type { Text } from '#schema/translatable.ts'
import { englishOf } from './english-of.ts'
import { isolateValues } from './isolate-values.ts'
import { readTranslations } from './read-translations.ts'

/** Returns a text in the language of its reader. */
export type Say = (text: Text) => string

export interface Texts {
  in(language: Language): Say
  /** For the header Accept-Language of a request. It is parsed with the first text. */
  accepted(acceptLanguage: string | undefined): Say
}

/** Creates the texts in all languages. A catalogue is read with the first text in its language, a message compiled when used. */
export function createTexts(read: typeof readTranslations = readTranslations): Texts {
  const says = new Map<Language, Say>([['en', englishOf]])

  function sayIn(language: Language): Say {
    const known = says.get(language)
    if (known) return known
    const say = createSay(language, read(language))
    says.set(language, say)
    return say
  }

  return {
    in: (language) => (text) => sayIn(language)(text),
    accepted: (acceptLanguage) => (text) => sayIn(pickLanguage(acceptLanguage))(text),
  }
}

function createSay(language: Language, translations: ReadonlyMap<string, string>): Say {
  const i18n = new I18n({ locale: language, messages: { [language]: {} } })
  return (text) => {
    const [english, values] = typeof text === 'string' ? [text, {}] : [text.english, text.values]
    const translation = translations.get(english)
    // A text that a newer node stored, or one that has no translation yet.
    if (translation === undefined) return englishOf(text)
    if (!Object.hasOwn(i18n.messages, english))
      i18n.load(language, { [english]: compileMessage(translation) })
    return i18n._(english, isolateValues(values, language))
  }
}
