import { describe, expect, it } from 'vitest'
import { errorBody } from '#schema/errors.ts'
import { evidence } from '#schema/moderation.ts'
import { optionalFields, untypedFields } from '../../kit/model-fields.ts'
import { ME } from '../web-state/kit.ts'

const TIME = '2026-11-20T12:00:00.000Z'
const CHALLENGE = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 1000,
    expiresAt: 1_760_000_000,
    keyLength: 32,
    keyPrefix: '00',
    keySignature: 'a1',
    nonce: 'b2',
    salt: 'c3',
  },
  signature: 'd4',
}

describe('an error', () => {
  it('needs a message and a code, and may have more', () => {
    const whole = {
      message: 'No.',
      code: 'INVALID',
      fields: { age: 'Invalid age' },
      challenge: CHALLENGE,
      token: 'token-1',
      paymentId: 'pay_1',
    }
    expect(errorBody.parse(whole)).toEqual(whole)
    expect(untypedFields(errorBody, whole)).toEqual([])
    expect(optionalFields(errorBody, whole)).toEqual([
      'fields',
      'fields.age',
      'challenge',
      'token',
      'paymentId',
    ])
  })
})

describe('the evidence of a report', () => {
  it('consists of messages, each with its sender and its time', () => {
    const list = [{ id: '1', senderId: ME, message: 'Hello', time: TIME, about: 'Hell' }]
    expect(evidence.parse(list)).toEqual(list)
    expect(untypedFields(evidence, list)).toEqual([])
    expect(optionalFields(evidence, list)).toEqual(['0.about'])
  })
})
