import { domainToASCII } from 'node:url'
import { describe, expect, it } from 'vitest'
import { mailedCode } from '#schema/account.ts'
import { launchSignUp } from '#schema/admin.ts'
import { storedEmail } from '#schema/email.ts'
import { resetCodeForm, resetRequestForm } from '#schema/password.ts'
import { login, userName } from '#schema/registration.ts'
import { ROUTES } from '#schema/routes.ts'

const STORED = 'asha@xn--80a1acny.xn--p1ai'
/** The spellings of one address. */
const SPELLINGS = [
  'asha@почта.рф',
  ' Asha@ПОЧТА.рф ',
  'ASHA@XN--80A1ACNY.xn--p1ai',
  'asha@почта.xn--p1ai',
  'asha@почта。рф',
]

describe('an address', () => {
  // covers: beyond-international-addresses
  it.each(SPELLINGS)('typed as %j has one stored form in every request', (typed) => {
    const stored = [
      userName.parse(typed),
      login.parse({ userName: typed, password: 'x' }).userName,
      resetRequestForm.parse({ user: typed }).user,
      resetCodeForm.parse({ userName: typed, resetCode: '123456' }).userName,
      mailedCode.parse({ code: 'x', email: typed }).email,
      launchSignUp.parse({ email: typed }).email,
      ROUTES.resendVerification.body.parse(typed),
    ]
    expect(stored).toEqual(stored.map(() => STORED))
  })

  it.each([
    'münchen.de',
    'straße.de',
    'अक्षर.भारत',
    'نامه‌ای.com',
    '例え.テスト',
    '한국.kr',
    'sub.ΣΊΣΥΦΟΣ.gr',
    'example.com',
  ])('becomes the ASCII form that Node computes: %s', (domain) => {
    expect(userName.parse(`asha@${domain}`)).toBe(`asha@${domainToASCII(domain)}`)
  })

  it.each([
    'asha@почта',
    'asha@почта.рф:80',
    'asha@почта.рф/mail',
    'asha@по чта.рф',
    'asha@почта_.рф',
    'asha@１２７.１',
    'asha@1.2.3.4',
    'asha@@почта.рф',
    'asha@example.com@почта.рф',
    'asha@xn--',
    `asha@${'п'.repeat(300)}.рф`,
    'почта.рф',
    'аша@почта.рф',
    '.asha@почта.рф',
  ])('fails as %s', (typed) => {
    expect(userName.safeParse(typed).success).toBe(false)
  })

  it('may have 254 characters in its stored form', () => {
    const typed = (letters: number) => `${'a'.repeat(letters)}@${'почта.'.repeat(15)}рф`
    const most = 254 - userName.parse(typed(1)).length + 1
    expect(userName.parse(typed(most))).toHaveLength(254)
    expect(userName.safeParse(typed(most + 1)).success).toBe(false)
  })

  it('keeps text that is no address, in lower case, for logins', () => {
    expect(['Nobody', 'A@1.2', 'X@[::1]', 'é@/'].map(storedEmail)).toEqual([
      'nobody',
      'a@1.2',
      'x@[::1]',
      'é@/',
    ])
  })
})
