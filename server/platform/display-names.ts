import { linkifyit } from 'linkify-it'
import { CURRENCIES } from '#schema/currencies.ts'

/** Beside the domains that linkify-it knows: those that mail programs turn into links and that spam uses most. */
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

/** As a mail program or a reader takes it: without invisible characters, and with every full stop an ordinary one. */
const asRead = (name: string) =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[。｡․]/g, '.')

/**
 * Returns whether a display name carries a link, a domain, a mail address or a sum of money. Names stand in our mails,
 * where such a name would be an advertisement or a fraud in our words.
 */
export function containsLinkOrMoney(name: string): boolean {
  const text = asRead(name)
  if (text.includes('://') || /(?<![\p{L}\p{N}])www\./iu.test(text)) return true
  return links.test(text) || MONEY.some((money) => money.test(text))
}
