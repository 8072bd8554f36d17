import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js'
import { linkifyit } from 'linkify-it'
import type { NormalizedText } from './normalize-text.ts'

export type ContactKind = 'email' | 'phone' | 'link' | 'handle'

/** Text without any of these has no contact details, so the slower patterns are skipped. */
const QUICK_CHECK =
  /@|:\/\/|www\.|[a-z\d]\.[a-z\d]|\d(?:[\s().+/-]{0,3}\d){7}|\b(?:ig|wa|tg|fb|kik)\b|\b(?:insta|snap|whats ?app|telegram|discord|wechat|viber|signal|skype|facebook|messenger|twitter|tiktok|threads)|\bat\)? ?(?:gmail|yahoo|hotmail|outlook|icloud|proton|rediff)/i

const links = linkifyit({ fuzzyLink: true }).tlds(
  ['app', 'dev', 'link', 'chat', 'online', 'site', 'xyz', 'live', 'social', 'page', 'club', 'blog'],
  true,
)

/** 'I went home.So did he': a word after a full stop looks like a top-level domain. */
const MISSING_SPACE = /^[^/\s]+\.(?:am|as|at|be|by|do|he|hi|is|it|me|my|no|ok|or|pm|so|to|us|we)$/i
const ABBREVIATION = /^(?:[a-z]\.)+[a-z]{1,2}$/i

const SPELLED_EMAIL =
  /\b[\w.+-]{2,}\s*(?:@|\(at\)|\[at\]|\bat\b)\s*(?:gmail|yahoo|hotmail|outlook|icloud|proton(?:mail)?|rediffmail)\s*(?:\.|\(dot\)|\[dot\]|\bdot\b)\s*(?:com|in|net|org|me|co)\b/i

/** Countries whose national number formats are recognised. International numbers are recognised everywhere. */
const COUNTRIES: readonly CountryCode[] = ['IN', 'US', 'GB', 'DE', 'FR', 'ID', 'PH', 'BR', 'AE', 'NG']
/** 8 to 20 digits, with at most three other characters between them. */
const DIGIT_RUNS = /\+?\d(?:\D{0,3}\d){7,19}/g
const MAX_DIGIT_RUNS = 6
/** Dates, times, lists of years, amounts of money, numbers with thousands separators, and fractions. */
const OTHER_NUMBERS = [
  /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b\d{1,2}:\d{2}\b/g,
  /\b(?:19|20)\d\d(?:[\s,/–-]{1,3}(?:19|20)\d\d)+\b/g,
  /(?:[$€£₹]|\b(?:rs|inr|usd|eur)\.?)\s?[\d,. ]+|\b\d{1,3}(?:,\d{2,3})+\b/gi,
  /\b\d{1,3}\.\d{5,}\b/g,
]

const MESSENGER =
  '(?:insta(?:gram)?|ig|snap(?:chat)?|whats ?app|wa|telegram|tg|kik|discord|wechat|viber|signal|skype|fb|facebook|messenger|twitter|tiktok|threads)'
/** A user name with a digit, an underscore or a number sign, which no ordinary word has. */
const USER_NAME = String.raw`@?(?=[\w.#-]*[\d_#])[a-z][\w.#-]{2,}`
const HANDLES = new RegExp(
  [
    String.raw`(?<![\w@])@(?!(?:home|work|school|night|least|first|last|all|the|my|you|me|everyone|here)\b)[a-z][\w.]{2,}`,
    // 'insta: asha', 'my snap id is asha', 'add me on telegram asha_22'
    String.raw`\b${MESSENGER}(?: (?:id|handle|username|name))?\s*[:=]\s*@?[a-z][\w.#-]{2,}`,
    String.raw`\b${MESSENGER} (?:id|handle|username) (?:is )?@?[a-z][\w.#-]{2,}`,
    String.raw`\b${MESSENGER}(?: (?:is|at|as|under|id|handle|me))*[ -]+${USER_NAME}`,
  ].join('|'),
  'i',
)

function findLink(text: string): ContactKind | null {
  for (const { schema, raw } of links.match(text) ?? []) {
    if (schema === 'mailto:') return 'email'
    if (schema !== '' || !(MISSING_SPACE.test(raw) || ABBREVIATION.test(raw))) return 'link'
  }
  return null
}

function hasPhoneNumber(text: string): boolean {
  const numbers = OTHER_NUMBERS.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text)
  const runs = numbers.match(DIGIT_RUNS)?.slice(0, MAX_DIGIT_RUNS).join('\n')
  if (!runs) return false
  return COUNTRIES.some((defaultCountry) =>
    findPhoneNumbersInText(runs, { defaultCountry }).some(({ number }) => number.isValid()),
  )
}

/** Returns the kind of contact detail in a text, or null. Harmless text takes less than a microsecond. */
export function findContactDetails(normalized: NormalizedText): ContactKind | null {
  const text = normalized.replaceAll('\n', ' ')
  if (!QUICK_CHECK.test(text)) return null
  if (SPELLED_EMAIL.test(text)) return 'email'
  const link = findLink(text)
  if (link) return link
  if (hasPhoneNumber(text)) return 'phone'
  return HANDLES.test(text) ? 'handle' : null
}
