import { linkifyit } from 'linkify-it'
import { CURRENCIES } from '#schema/currencies.ts'

/** Domains that linkify-it does not know, although mail programs link them and spam uses them. */
const FURTHER_DOMAINS =
  'app art bar best bid bio blog buzz cafe cash casino cfd chat click cloud club dating dev digital email fit fun fund gift games golf group help homes icu ink kim life link live loan lol love ltd market media mobi money monster news ninja one online page party pics play poker pub quest red rent report reviews rocks run sale sbs sex sexy site skin social software space store stream studio support team tech tel tips today tokyo top trade travel tube uno video vip vote watch webcam website wiki win work works world wtf xin xyz yoga zip zone'.split(
    ' ',
  )

const links = linkifyit({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true }).tlds(FURTHER_DOMAINS, true)

const CODES = [...CURRENCIES.map(({ code }) => code), 'Rs', 'BTC', 'ETH', 'USDT'].join('|')
const UNITS = `${CODES}|dollars?|rupees?|euros?|pounds?|bucks|lakhs?|crores?`
const MONEY = [
  /\p{Sc}\s*\p{Nd}|\p{Nd}\s*k?\s*\p{Sc}/iu,
  new RegExp(String.raw`(?<!\p{L})(?:${CODES})\.?\s*\p{Nd}`, 'iu'),
  new RegExp(String.raw`\p{Nd}[\p{Nd}.,]*\s*k?\s*(?:${UNITS})(?!\p{L})`, 'iu'),
]

/** Returns a name as mail programs and readers see it: without invisible characters, all full stops ordinary. */
const normalizeName = (name: string) =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[。｡․]/g, '.')

/**
 * Returns whether a display name contains a link, a domain, a mail address or a sum of money. Our mails contain display
 * names, and such a name would make them advertise or defraud.
 */
export function containsLinkOrMoney(name: string): boolean {
  const text = normalizeName(name)
  if (text.includes('://') || /(?<![\p{L}\p{N}])www\./iu.test(text)) return true
  return links.test(text) || MONEY.some((money) => money.test(text))
}
