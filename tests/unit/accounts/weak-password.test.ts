import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from '#server/domains/accounts/common-passwords.ts'
import { isWeakPassword } from '#server/domains/accounts/weak-password.ts'

const context = { userName: 'asha.menon@kerala-mail.example', displayName: 'Asha the Sailor' }

describe('a password', () => {
  it('counts as weak when it is one of the 10,000 most common ones', () => {
    expect(COMMON_PASSWORDS.size).toBe(10_000)
    for (const common of COMMON_PASSWORDS) expect(isWeakPassword(common, context), common).toBe(true)
  })

  it.each([
    'Password1!',
    'P@ssw0rd!',
    'Qwerty123!',
    'Dragon-2026!',
    '!!Iloveyou2!!',
    'Abcd1234!',
    '12345678Aa!',
    'ＰＡＳＳＷＯＲＤ1!',
  ])('counts as weak when at least half of it is a common password: %s', (password) => {
    expect(isWeakPassword(password, context)).toBe(true)
  })

  it.each([
    ['Rapport-2026!', 'the name of the product'],
    ['R4pp0rt!!', 'the name of the product with signs for letters'],
    ['Sailor-Asha-1', 'the display name'],
    ['Ashathesailor9!', 'the display name in one word'],
    ['Asha.Menon77', 'the name of the mailbox'],
    ['Kerala-Mail-5!', 'the domain of the mailbox'],
  ])('counts as weak when it mostly consists of known words of the account: %s, %s', (password) => {
    expect(isWeakPassword(password, context)).toBe(true)
  })

  it('counts as weak when it mostly consists of the domain of the mailbox in its own script', () => {
    const known = { ...context, userName: 'asha@xn--80a1acny.xn--p1ai' }
    expect(isWeakPassword('Почта.рф-26', known)).toBe(true)
    expect(isWeakPassword('Почта.рф-26', context)).toBe(false)
  })

  it('counts as weak when half of it is a known word of three letters or more', () => {
    const known = { ...context, displayName: 'Ann Li' }
    expect(isWeakPassword('Ann-xq-Ann-1', known)).toBe(true)
    expect(isWeakPassword('Ann-1xz', known)).toBe(true)
    expect(isWeakPassword('Ann-1xzk', known)).toBe(false)
    expect(isWeakPassword('Li-li-li-Xq1', known)).toBe(false)
  })

  it.each([
    'Monsoon-2026',
    'Demo-pass1!',
    'Brand-new-1',
    'Tiger-84731922',
    'Correct-horse-9',
    'Asha-and-nine-boats-1',
    'Xk9!mQ2$vL7p',
  ])('passes otherwise: %s', (password) => {
    expect(isWeakPassword(password, context)).toBe(false)
  })
})
