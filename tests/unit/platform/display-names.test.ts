import { describe, expect, it } from 'vitest'
import { containsLinkOrMoney } from '#server/platform/display-names.ts'

describe('the check of a display name for links and money', () => {
  it.each([
    'https://evil.example',
    'www.evil',
    'evil.com',
    'Visit evil.xyz now',
    'EVIL.Com/win',
    't.me/somebody',
    'e​vil.com',
    'evil．com',
    'evil。com',
    'пример.рф',
    '203.0.113.7',
    'asha@example.com',
    '$500',
    'Win 500 $ today',
    '₹1,000',
    'USD 500',
    'usd500 for you',
    'Rs. 500',
    '5000 rupees',
    '2k€ a day',
  ])('finds one in %j', (name) => {
    expect(containsLinkOrMoney(name)).toBe(true)
  })

  it.each([
    'Asha Menon',
    'J.R.R. Tolkien',
    'Dr.Smith',
    'K.C.',
    'Mr.Bean',
    'Jean-Luc',
    'Rock2Roll',
    'Try 2 smile',
    'Anna 90',
    '@asha_22',
    'Person 3 of many',
    'No.1 fan',
    'பூங்கொடி',
    'Rs Kumar',
  ])('finds none in %j', (name) => {
    expect(containsLinkOrMoney(name)).toBe(false)
  })
})
