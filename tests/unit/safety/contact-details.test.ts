import { describe, expect, it } from 'vitest'
import { findContactDetails } from '#server/safety/contact-details.ts'

const FOUND = {
  email: ['a.b@c.de', 'asha at gmail dot com', 'write asha.k@gmail.com please', 'asha(at)gmail.com'],
  phone: [
    'call 9822012345',
    'call +91 98220 12345',
    '+49 176 12345678',
    '98220 12345',
    '9 8 2 2 0 1 2 3 4 5',
    '(212) 456-7890',
    '07911 123456',
    'call 020 7946 2011',
  ],
  link: [
    'https://x.com/asha',
    'www.asha.in',
    't.me/asha',
    'wa.me/919822012345',
    'look at asha.blog/x',
    'mysite.in',
    'example.com',
    'discord.gg/abc',
  ],
  handle: [
    '@asha_22',
    'insta: asha',
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
    'are found: %s in %j',
    (kind, text) => {
      expect(findContactDetails(text)).toBe(kind)
    },
  )

  it.each([
    'I went home.So did he',
    'ok.it is',
    'fine.me too',
    'e.g. this, at 9 a.m. in the U.S.',
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
  ])('are not taken for what they are not: %j', (text) => {
    expect(findContactDetails(text)).toBeNull()
  })

  it.each([
    ['digits', '1'.repeat(4000)],
    ['dots', 'a.'.repeat(2000)],
    ['signs', 'a@'.repeat(2000)],
    ['spaces', `${'insta '.repeat(20)}${' '.repeat(3000)}at`],
    ['letters', `${'a'.repeat(3900)} at gmail`],
  ])('are looked for at once in a hostile text of %s', (_, text) => {
    const started = performance.now()
    findContactDetails(text)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
