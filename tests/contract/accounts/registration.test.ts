import { describe, expect, it } from 'vitest'
import type { User } from '#schema/account.ts'
import type { Registration } from '#schema/registration.ts'
import { startApp } from '../../kit/app.ts'
import { aRegistration, call } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const register = (body: unknown) => call(node.url, 'POST', '/api/user', { body })

describe('registration', () => {
  // covers: 1-registration, 3-user-defaults, 7-register
  it('answers with a token, the member without secrets, and the cookie', async () => {
    const input = aRegistration({ latitude: 18.520431, longitude: 73.856744 })
    const { status, body, headers } = await register(input)
    expect(status).toBe(200)
    expect(body.token).toMatch(/^[\w-]{43}$/)
    expect(body.user).toMatchObject({
      userName: input.userName,
      emailVerified: false,
      premiumUser: false,
      active: true,
      nearBy: false,
      stars: 0,
      role: 'MEMBER',
    })
    expect(JSON.stringify(body)).not.toMatch(/password|latitude|18\.52/i)
    expect(headers.get('set-cookie')).toMatch(/^rapport_session=[\w-]{43}; .*HttpOnly; .*SameSite=Lax/i)
  })

  // covers: design-account-language
  it('stores the chosen language, else the one of the header Accept-Language, else English', async () => {
    const languageOf = async (changes: Partial<Registration>, acceptLanguage?: string) => {
      const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }
      const { body } = await call(node.url, 'POST', '/api/user', { body: aRegistration(changes), headers })
      return (body.user as User).language
    }
    expect(await languageOf({ language: 'ar' }, 'de')).toBe('ar')
    expect(await languageOf({}, 'tlh, de-AT;q=0.8, fr;q=0.9')).toBe('fr')
    expect(await languageOf({}, 'tlh')).toBe('en')
    expect(await languageOf({})).toBe('en')
  })

  it('rounds the stored position to about one kilometre', async () => {
    const { body } = await register(aRegistration({ latitude: 18.520431, longitude: 73.856744 }))
    const { id } = body.user as { id: string }
    const row = await node.app.context.database.prisma.user.findUniqueOrThrow({ where: { id } })
    expect([row.latitude, row.longitude]).toEqual([18.52, 73.86])
  })

  // Every rule of spec §5, with its literal message.
  // covers: 1-adults-only, 5-sign-up-rules
  it.each([
    ['userName', 'a@b', 'Username must be at least 5 characters'],
    ['userName', 'not an address', 'Must be a valid email address'],
    ['password', 'Ab1!', 'Password must be at least 8 characters'],
    ['password', 'monsoon-2026', 'Password must contain at least one uppercase letter'],
    ['password', 'Monsoon-rain', 'Password must contain at least one number'],
    ['password', 'Monsoon2026', 'Password must contain at least one special character'],
    ['displayName', 'Abcd', 'Display name must be at least 5 characters'],
    ['displayName', 'x'.repeat(51), 'Display name cannot exceed 50 characters'],
    ['phone', '12345', 'Phone number must be at least 10 digits'],
    ['phone', '1234567890123456', 'Phone number cannot exceed 15 digits'],
    ['phone', '12345abcde', 'Must be a valid phone number'],
    ['interests', [], 'At least one interest is required'],
    [
      'interests',
      Array.from({ length: 11 }, (_, i) => `Interest ${i}`),
      'Cannot have more than 10 interests',
    ],
    ['age', 17, 'Must be at least 18 years old'],
    ['age', 101, 'Invalid age'],
    ['age', 'thirty', 'Invalid age'],
    ['lookingFor', [], 'Select at least one option'],
    ['lookingFor', Array.from({ length: 6 }, () => 'Dating'), 'Cannot select more than 5 options'],
    ['gender', 'Unknown', 'Select a gender'],
  ])('refuses %s %j with the message of the rule, and stores nothing', async (field, value, message) => {
    const input = { ...aRegistration(), [field]: value }
    const { status, body } = await register(input)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'INVALID', fields: { [field]: message } })
    const stored = await node.app.context.database.prisma.user.count({
      where: { phone: String(input.phone), userName: String(input.userName) },
    })
    expect(stored).toBe(0)
  })

  // covers: 5-phone-separators
  it.each([
    '+91 98220 12345',
    '+91-98220-12345',
    '+91 (98220) 123.45',
    '\u202a+91\u00a098220\u201112345\u202c',
  ])('accepts the phone number %j and stores it without separators', async (phone) => {
    const { status, body } = await register(aRegistration({ phone }))
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ phone: '+919822012345' })
  })

  it('counts only the digits of a phone number, and accepts only known separators', async () => {
    const phoneOf = async (phone: string) => (await register(aRegistration({ phone }))).body.fields
    expect(await phoneOf('(98) 22-0.1')).toEqual({ phone: 'Phone number must be at least 10 digits' })
    expect(await phoneOf('98220 12345 98220 1')).toEqual({ phone: 'Phone number cannot exceed 15 digits' })
    expect(await phoneOf('98220/12345')).toEqual({ phone: 'Must be a valid phone number' })
    expect(await phoneOf('() - () - () -')).toEqual({ phone: 'Phone number must be at least 10 digits' })
  })

  // covers: 5-interest-typed-first
  it('stores an interest once, in its first spelling, and ignores case and width', async () => {
    const { body } = await register(aRegistration({ interests: ['Jazz', 'JAZZ ', 'Ｊａｚｚ', 'Chess'] }))
    expect(body.user).toMatchObject({ interests: ['Jazz', 'Chess'] })
  })

  // covers: beyond-relay-addresses
  it('refuses a disposable address', async () => {
    const { status, body } = await register(aRegistration({ userName: 'someone@mailinator.com' }))
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('userName')
  })

  // covers: beyond-relay-addresses
  it('accepts a domain that the operator knows as lasting, and its subdomains, but no other', async () => {
    const own = await startApp({ env: { LASTING_MAIL_DOMAINS: ' Mailinator.com,' } })
    const statusOf = async (domain: string) => {
      const body = aRegistration({ userName: `asha@${domain}` })
      return (await call(own.url, 'POST', '/api/user', { body })).status
    }
    expect(await statusOf('mailinator.com')).toBe(200)
    expect(await statusOf('asha.mailinator.com')).toBe(200)
    expect(await statusOf('yopmail.com')).toBe(400)
    await own[Symbol.asyncDispose]()
  })

  it('treats an address with other case or surrounding space as the same address', async () => {
    const input = aRegistration()
    await register(input)
    const again = await register({ ...input, userName: `  ${input.userName.toUpperCase()} ` })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'CONFLICT' })
  })

  it('accepts one of two simultaneous registrations of an address', async () => {
    const input = aRegistration()
    const answers = await Promise.all([register(input), register(input), register(input)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it.each(['{', '[]', 'null', '"text"', '12'])('refuses the body %s', async (body) => {
    const headers = { 'content-type': 'application/json' }
    const { status } = await call(node.url, 'POST', '/api/user', { body, headers })
    expect(status).toBe(400)
  })

  it('refuses a body above 64 KiB', async () => {
    const { status, body } = await register({ ...aRegistration(), displayName: 'x'.repeat(70_000) })
    expect(status).toBe(413)
    expect(body.code).toBe('TOO_LARGE')
  })

  it('never lets the caller choose a role or premium', async () => {
    const { body } = await register({
      ...aRegistration(),
      role: 'ADMIN',
      premiumUser: true,
      emailVerified: true,
    })
    expect(body.user).toMatchObject({ role: 'MEMBER', premiumUser: false, emailVerified: false })
  })
})
