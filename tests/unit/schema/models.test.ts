import { describe, expect, it } from 'vitest'
import { user } from '#schema/account.ts'
import { DESKTOP_HANDOVER, DESKTOP_LINK_PATHS, isDesktopAgent } from '#schema/desktop.ts'
import { interestKey, POPULAR_INTERESTS, SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { locationHeaders } from '#schema/location.ts'
import { PLANS } from '#schema/plans.ts'
import { EXPORT_STATUSES, passwordConfirmation, SIGN_IN_KINDS } from '#schema/privacy.ts'
import { interest, interests, login, registration, registrationForm } from '#schema/registration.ts'
import { ROUTES } from '#schema/routes.ts'
import { factorChange, factorCode, factorEnrolment, factorProof } from '#schema/second-factor.ts'
import { prismaEnum } from '../../kit/prisma-schema.ts'
import { aUser } from '../web-state/kit.ts'

interface Checked {
  error?: { issues: { message: string }[] } | undefined
}
const messagesOf = ({ error }: Checked) => error?.issues.map(({ message }) => message) ?? []

const REGISTRATION = {
  userName: ' Asha@Example.com ',
  password: 'Secret-7-word',
  displayName: ' Asha who hikes ',
  phone: '+91 98220-12345',
  interests: ['Jazz'],
  gender: 'Female',
  age: 31,
  lookingFor: ['Friendship'],
}

describe('an interest', () => {
  it('stays the same in another case, another width and with space around it', () => {
    expect(interestKey(' Ｊａｚｚ ')).toBe('jazz')
    expect(interestKey('JAZZ')).toBe('jazz')
    expect(interestKey('Free jazz')).toBe('free jazz')
  })

  it('counts once, in its first spelling and place', () => {
    expect(interests.parse(['Jazz', 'Tea', ' JAZZ', 'tea', 'Go'])).toEqual(['Jazz', 'Tea', 'Go'])
  })

  it.each([...SUGGESTED_INTERESTS, ...POPULAR_INTERESTS])('accepts the suggested %s', (suggested) => {
    expect(interest.safeParse(suggested)).toEqual({ success: true, data: suggested })
  })

  it('appears in alphabetical order, and as popular only when it is suggested', () => {
    expect(SUGGESTED_INTERESTS).toEqual(
      SUGGESTED_INTERESTS.toSorted((one, other) => one.localeCompare(other, 'en')),
    )
    expect(SUGGESTED_INTERESTS.filter((one) => !interest.safeParse(one).success)).toEqual([])
    expect(POPULAR_INTERESTS.filter((one) => !SUGGESTED_INTERESTS.includes(one))).toEqual([])
    expect(new Set(POPULAR_INTERESTS).size).toBe(12)
  })

  it('cannot contain commas or control characters', () => {
    expect(messagesOf(interest.safeParse('a,b'))).toEqual(['An interest cannot contain commas'])
    for (const text of ['a\tb', 'a\u0007'])
      expect(messagesOf(interest.safeParse(text))).toEqual(['An interest cannot contain control characters'])
  })
})

describe('a registration', () => {
  it('loses space and separators, and has nearby off by default', () => {
    expect(registration.parse(REGISTRATION)).toEqual({
      ...REGISTRATION,
      userName: 'asha@example.com',
      displayName: 'Asha who hikes',
      phone: '+919822012345',
      nearBy: false,
    })
    expect(registration.parse({ ...REGISTRATION, lookingFor: ['Dating', 'Dating'] }).lookingFor).toEqual([
      'Dating',
    ])
  })

  it.each([
    [{ userName: 'a@b' }, 'Username must be at least 5 characters'],
    [{ userName: 'nonsense' }, 'Must be a valid email address'],
    [{ password: 'Ab-1' }, 'Password must be at least 8 characters'],
    [{ password: `Ab-1${'x'.repeat(200)}` }, 'Password cannot exceed 200 characters'],
    [{ password: 'secret-7-word' }, 'Password must contain at least one uppercase letter'],
    [{ password: 'Secret-a-word' }, 'Password must contain at least one number'],
    [{ password: 'Secret7 word' }, 'Password must contain at least one special character'],
    [{ displayName: 'Asha' }, 'Display name must be at least 5 characters'],
    [{ displayName: 'x'.repeat(51) }, 'Display name cannot exceed 50 characters'],
    [{ displayName: 'Asha\u0000who' }, 'Display name cannot contain control characters'],
    [{ phone: '12-34' }, 'Phone number must be at least 10 digits'],
    [{ phone: '1234567890123456' }, 'Phone number cannot exceed 15 digits'],
    [{ phone: '12345+67890' }, 'Must be a valid phone number'],
    [{ phone: '12345678x90' }, 'Must be a valid phone number'],
    [{ interests: [] }, 'At least one interest is required'],
    [{ interests: [' '] }, 'An interest cannot be empty'],
    [{ interests: ['x'.repeat(51)] }, 'An interest cannot exceed 50 characters'],
    [{ interests: Array.from('abcdefghijk') }, 'Cannot have more than 10 interests'],
    [{ gender: 'Unknown' }, 'Select a gender'],
    [{ age: '31' }, 'Invalid age'],
    [{ age: 31.5 }, 'Invalid age'],
    [{ age: 17 }, 'Must be at least 18 years old'],
    [{ age: 101 }, 'Invalid age'],
    [{ lookingFor: [] }, 'Select at least one option'],
    [{ lookingFor: Array(6).fill('Dating') }, 'Cannot select more than 5 options'],
  ])('fails with %j: %s', (change, message) => {
    expect(messagesOf(registration.safeParse({ ...REGISTRATION, ...change }))).toEqual([message])
  })

  it('requires the consent in the form, and an age in digits', () => {
    const form = { ...REGISTRATION, age: ' 31 ', termsAccepted: true }
    expect(registrationForm.parse(form)).toMatchObject({ age: 31, termsAccepted: true })
    expect(messagesOf(registrationForm.safeParse({ ...form, age: ' ' }))).toEqual(['Invalid age'])
    expect(messagesOf(registrationForm.safeParse({ ...form, termsAccepted: false }))).toEqual([
      'You must accept the Terms & Conditions',
    ])
  })
})

describe('a login', () => {
  it.each([
    [{ userName: ' ' }, 'Email is required'],
    [{ userName: 'x'.repeat(255) }, 'Must be a valid email address'],
    [{ password: '' }, 'Password is required'],
    [{ password: 'x'.repeat(201) }, 'Password is too long'],
    [{ code: '4'.repeat(41) }, 'This code is too long'],
  ])('fails with %j: %s', (change, message) => {
    const whole = { userName: 'asha@example.com', password: 'x', ...change }
    expect(messagesOf(login.safeParse(whole))).toEqual([message])
  })
})

describe('a code of the second factor', () => {
  it('becomes undefined when it is empty, and loses the space around it', () => {
    expect([factorCode.parse('  '), factorCode.parse(' 123456 ')]).toEqual([undefined, '123456'])
    expect(factorChange.parse({ password: 'x', code: '' })).toEqual({ password: 'x', code: undefined })
    expect(factorChange.parse({})).toEqual({})
  })

  it.each([
    [factorCode, '4'.repeat(41), 'This code is too long'],
    [factorProof, { code: ' ' }, 'Enter the code'],
    [factorProof, { code: '4'.repeat(41) }, 'This code is too long'],
    [factorEnrolment, { password: '' }, 'Password is required'],
    [factorEnrolment, { password: 'x'.repeat(201) }, 'Password is too long'],
    [factorChange, { password: 'x'.repeat(201) }, 'Password is too long'],
    [passwordConfirmation, { password: '' }, 'Password is required'],
    [passwordConfirmation, { password: 'x'.repeat(201) }, 'Password is too long'],
  ])('fails with its reason, like a password (%#)', (model, value, message) => {
    expect(messagesOf(model.safeParse(value))).toEqual([message])
  })

  it('may have forty characters', () => {
    expect(factorProof.parse({ code: '4'.repeat(40) }).code).toHaveLength(40)
    expect(factorCode.parse('4'.repeat(40))).toHaveLength(40)
  })
})

describe('the headers with a position', () => {
  it('contain both coordinates or neither', () => {
    expect(locationHeaders.parse({ latitude: ' 18.52', longitude: '-73.85', accuracy: '30' })).toEqual({
      latitude: 18.52,
      longitude: -73.85,
      accuracy: 30,
    })
    expect(locationHeaders.parse({ latitude: '0', longitude: '0' })).toMatchObject({
      latitude: 0,
      longitude: 0,
    })
    for (const half of [{ latitude: '1' }, { longitude: '1' }, { accuracy: '1' }, {}])
      expect(locationHeaders.parse(half)).toBeNull()
  })

  it.each([
    [{ latitude: '91' }, 'Invalid latitude'],
    [{ latitude: '-91' }, 'Invalid latitude'],
    [{ latitude: '1e1' }, 'Invalid latitude'],
    [{ longitude: '181' }, 'Invalid longitude'],
    [{ longitude: '.5' }, 'Invalid longitude'],
    [{ longitude: '1.' }, 'Invalid longitude'],
    [{ accuracy: '-1' }, 'Invalid accuracy'],
    [{ accuracy: '1234567890' }, 'Invalid accuracy'],
    [{ accuracy: 'x1' }, 'Invalid accuracy'],
    [{ accuracy: '1x' }, 'Invalid accuracy'],
  ])('fail with %j: %s', (change, message) => {
    expect(messagesOf(locationHeaders.safeParse({ latitude: '1', longitude: '1', ...change }))).toEqual([
      message,
    ])
  })
})

describe('the own profile of a member', () => {
  it.each(Object.keys(user.shape))('requires %s, and never of another type', (field) => {
    const whole = aUser()
    expect(user.parse({ ...whole, other: 1 })).toEqual(whole)
    const withoutField = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field))
    for (const odd of [withoutField, { ...whole, [field]: Symbol('odd') }])
      expect(user.safeParse(odd).error?.issues[0]?.path).toEqual([field])
  })

  it('consists of these fields', () => {
    expect(Object.keys(user.shape).toSorted()).toEqual(Object.keys(aUser()).toSorted())
  })

  it.each([{ id: '1' }, { created: 'today' }, { lastSeen: '2026-11-20' }, { role: 'OWNER' }, { stars: 0.5 }])(
    'never has %j',
    (odd) => expect(user.safeParse({ ...aUser(), ...odd }).success).toBe(false),
  )
})

describe('the plans', () => {
  it('include premium, and show a duration', () => {
    expect(PLANS.map(({ name, interval }) => [name, interval])).toEqual([
      ['Daily Pass', 'for 24 hours'],
      ['Weekly', 'for a week'],
      ['Monthly', 'for a month'],
      ['Annual', 'for a year'],
    ])
    for (const { features } of PLANS) expect(features[0]).toBe('Everything in Premium')
    // A plan without it would seem to renew.
    for (const { features } of PLANS) expect(features[1]).toBe('One payment, no renewal')
  })

  it('promise a discount that follows from their price', () => {
    const day = PLANS[0]?.baseAmount ?? 0
    expect(PLANS.map(({ features }) => features[2])).toEqual([
      undefined,
      undefined,
      'Half the daily price',
      'A third of the daily price',
    ])
    expect((PLANS[2]?.baseAmount ?? 0) / 30).toBeLessThanOrEqual(day / 2)
    expect((PLANS[3]?.baseAmount ?? 0) / 365).toBeLessThanOrEqual(day / 3)
  })
})

describe('the enums of the database', () => {
  it('match the names of the contract', () => {
    expect(prismaEnum('ExportStatus')).toEqual([...EXPORT_STATUSES])
    expect(prismaEnum('VisitType')).toEqual([...SIGN_IN_KINDS])
  })
})

describe('shared constants of the desktop app and its server', () => {
  it('contain the pages that a link may open', () => {
    expect([...DESKTOP_LINK_PATHS]).toEqual([
      '/',
      '/verify',
      '/password/reset',
      '/reset-password',
      '/password/change-after-reset',
      '/payment/success',
      '/payment/cancel',
    ])
  })

  it('contain the page that opens a link in the app, also for earlier mails', () => {
    expect(DESKTOP_HANDOVER).toBe('/open-app')
  })

  it.each([
    ['Mozilla/5.0 Electron/45 rapport-desktop/1.2.3', true],
    ['rapport-desktop', false],
    ['Mozilla/5.0', false],
    [null, false],
  ])('recognise the app in the user agent %j: %s', (agent, isApp) => {
    expect(isDesktopAgent(agent)).toBe(isApp)
  })
})

describe('the parameters of the chat', () => {
  it('identify a member by id', () => {
    const { params } = ROUTES.unblockUser
    expect(params.safeParse({ userId: aUser().id }).success).toBe(true)
    expect(params.safeParse({ userId: 'x' }).success).toBe(false)
  })
})
