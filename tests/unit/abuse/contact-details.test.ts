import { describe, expect, it } from 'vitest'
import { findContactDetails as findIn } from '#server/domains/abuse/text/contact-details.ts'
import { normalizeText } from '#server/domains/abuse/text/normalize-text.ts'
import { cpuTimeOf } from '../../kit/cpu-time.ts'

const findContactDetails = (text: string) => findIn(normalizeText(text))

const FOUND = {
  email: [
    'a.b@c.de',
    'asha at gmail dot com',
    'write asha.k@gmail.com please',
    'asha(at)gmail.com',
    'asha(at)gmail dot com',
    'asha at proton dot me',
    'asha at protonmail dot com',
  ],
  phone: [
    'call 9822012345',
    'call +91 98220 12345',
    '+49 176 12345678',
    '98220 12345',
    '9 8 2 2 0 1 2 3 4 5',
    '(212) 456-7890',
    '07911 123456',
    'call 020 7946 2011',
    'Kiel 04312771',
  ],
  link: [
    'https://x.com/asha',
    'www.asha.in',
    't.me/asha',
    'wa.me/919822012345',
    'look at asha.blog/x',
    'mysite.in',
    'example.com',
    'asha22.com',
    'discord.gg/abc',
    'example.com/index.do',
  ],
  handle: [
    '@asha_22',
    'insta: asha',
    'whatsapp: asha',
    'my snap id is asha',
    'my insta is asha_99',
    'add me on telegram asha22',
    'discord asha#1234',
    'snap - asha.k2',
    'kik me asha99',
    'IG @asha',
  ],
}

describe('contact details', () => {
  it.each(Object.entries(FOUND).flatMap(([kind, texts]) => texts.map((text) => [kind, text])))(
    'do not escape the filter: %s in %j',
    (kind, text) => {
      expect(findContactDetails(text)).toBe(kind)
    },
  )

  it.each([
    ['phone', 'wide digits', '\uff19\uff18\uff12\uff12\uff10\uff11\uff12\uff13\uff14\uff15'],
    ['phone', 'digits of Hindi', '\u096f\u096e\u0968\u0968\u0966\u0967\u0968\u0969\u096a\u096b'],
    ['phone', 'digits of Arabic', '\u0669\u0668\u0662\u0662\u0660\u0661\u0662\u0663\u0664\u0665'],
    ['phone', 'keycaps', [...'9822012345'].map((digit) => `${digit}\ufe0f\u20e3`).join('')],
    ['phone', 'a space of no width', '98220\u200b12345'],
    ['phone', 'a dash', 'call 98220\u201312345'],
    ['handle', 'a space of no width', 'ins\u200bta: asha'],
    ['handle', 'a line break', 'add me on telegram\nasha_22'],
    ['link', 'an ideographic full stop', 'evil\u3002com'],
    ['link', 'a dot of a leader', 'evil\u2024com'],
    ['email', 'a wide at sign', 'asha\uff20example.org'],
  ])('do not escape the filter in an unusual spelling: %s with %s', (kind, _, text) => {
    expect(findContactDetails(text)).toBe(kind)
  })

  it.each([
    'I went home.So did he',
    'ok.it is',
    'fine.me too',
    'e.g. this, at 9 a.m. in the U.S.',
    'I was in the u.s.in May',
    'Node.js is nice',
    'thing...and then',
    'file.txt',
    'it is 3.5km away',
    'version 10.2.3.4',
    'it costs 150,000,000',
    '₹1,50,000 a month',
    'I was born 1990-12-24',
    'between 2019-2024, in 2026 2027 2028',
    'at 10:30 on 12/11/2026',
    'pi is 3.14159265358979',
    'I know 3 of 10, 5 of 20 and 100 of 1000',
    'insta is down and my snap is boring',
    'the signal is weak, 5 km away',
    'discord is fun',
    'I use telegram 24/7',
    'I quit facebook 5 years ago',
    'Facebook bought Instagram in 2012',
    'see you @ 5, or chilling @home',
    'add me on snap',
    'call me maybe',
    'hmm\u2026me too',
    '\u2764\ufe0f 5 \u2764\ufe0f',
    'from 10\u00bd to 12\u00bd, or 100 m\u00b2',
    '\u6211\u5f88\u597d\u3002In Delhi',
    '\u096f\u096e \u0930\u0941\u092a\u092f\u0947, \u0968\u0966\u0968\u096a \u092e\u0947\u0902',
  ])('cannot be found in a harmless text: %j', (text) => {
    expect(findContactDetails(text)).toBeNull()
  })

  it.each([
    ['digits', '1'.repeat(4000)],
    ['dots', 'a.'.repeat(2000)],
    ['signs', 'a@'.repeat(2000)],
    ['spaces', `${'insta '.repeat(20)}${' '.repeat(3000)}at`],
    ['letters', `${'a'.repeat(3900)} at gmail`],
  ])('can be searched quickly in a hostile text of %s', (_, text) => {
    expect(cpuTimeOf(() => findContactDetails(text))).toBeLessThan(500)
  })
})
