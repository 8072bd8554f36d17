import { describe, expect, it } from 'vitest'
import { plainDigits } from '#schema/digits.ts'
import { resetCodeForm } from '#schema/password.ts'
import { profileForm } from '#schema/profile.ts'
import { login, registration, registrationForm } from '#schema/registration.ts'
import { factorChange, factorProof } from '#schema/second-factor.ts'

/** The numbering systems of Unicode whose numbers are written with ten digits of their own. */
const SCRIPTS = Intl.supportedValuesOf('numberingSystem')
const written = (number: string, script: string) => {
  const format = new Intl.NumberFormat('en', { numberingSystem: script, useGrouping: false })
  return number.replaceAll(/\d/g, (digit) => format.format(Number(digit)))
}
const hasDigits = (script: string) => /^\p{Nd}{10}$/u.test(written('0123456789', script))

const REGISTRATION = {
  userName: 'asha@example.com',
  password: 'Monsoon-2026',
  displayName: 'Asha who hikes',
  phone: '+919822012345',
  interests: ['Jazz'],
  gender: 'Female',
  age: 31,
  lookingFor: ['Friendship'],
}
const PROFILE = { id: 'id', displayName: 'Asha', interests: ['Jazz'], lookingFor: ['Dating'] }

describe('plainDigits', () => {
  it.each(SCRIPTS.filter(hasDigits))('replaces the digits of the numbering system %s', (script) => {
    expect(plainDigits(written('age 0123456789', script))).toBe('age 0123456789')
  })

  it('keeps letters, signs and numbers that are no decimal digits', () => {
    expect(plainDigits('x²Ⅷ½ 七')).toBe('x²Ⅷ½ 七')
  })
})

describe('a number typed in the digits of another script', () => {
  // covers: 5-phone-digits
  it.each(['arab', 'arabext', 'deva', 'beng', 'fullwide', 'thai', 'adlm'])('can be read in %s', (script) => {
    const as = (number: string) => written(number, script)
    const form = { ...REGISTRATION, age: as('31'), phone: as('+91 98220-12345'), termsAccepted: true }
    expect(registrationForm.parse(form)).toMatchObject({ age: 31, phone: '+919822012345' })
    expect(registration.parse({ ...REGISTRATION, phone: as('9822012345') }).phone).toBe('9822012345')
    expect(profileForm.parse({ ...PROFILE, age: as(' 42 ') }).age).toBe(42)
    const user = { userName: 'asha@example.com', password: 'x' }
    expect(login.parse({ ...user, code: as('123 456') }).code).toBe('123 456')
    expect(factorProof.parse({ code: as('123456') }).code).toBe('123456')
    expect(factorChange.parse({ code: as('0123-ABCD') }).code).toBe('0123-ABCD')
    expect(resetCodeForm.parse({ ...user, resetCode: as('AB123-45CDE') }).resetCode).toBe('AB123-45CDE')
  })
})

describe('a phone number', () => {
  const accepts = (phone: string) => registration.safeParse({ ...REGISTRATION, phone })
  const messageOf = (phone: string) => accepts(phone).error?.issues.map(({ message }) => message)

  // covers: 5-phone-digits
  it('counts digits, not its plus', () => {
    expect(accepts(`+${'4'.repeat(10)}`).success).toBe(true)
    expect(accepts(`+${'4'.repeat(15)}`).success).toBe(true)
    expect(messageOf('+123456789')).toEqual(['Phone number must be at least 10 digits'])
    expect(messageOf(`+${'4'.repeat(16)}`)).toEqual(['Phone number cannot exceed 15 digits'])
  })
})
