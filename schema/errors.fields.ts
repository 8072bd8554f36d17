import { responseModel } from './described-model.ts'
import { errorBody } from './errors.ts'
import { proofChallenge } from './proof.ts'

export const errorModel = responseModel('Error', errorBody, {
  description: 'The body of every failed answer.',
  fields: {
    message: 'The cause in a sentence for the member.',
    code: 'The machine-readable cause.',
    fields: 'The message for each field that is wrong.',
    challenge: 'With `PROOF_REQUIRED`: the work to do before the request is sent again.',
    token:
      'With `SUSPENDED` after a login: a session for the account’s status, its appeal and its data export.',
    paymentId: 'With `EARLIER_PAYMENT`: the provider’s id of the earlier payment.',
  },
  example: {
    message: 'Must be at least 18 years old',
    code: 'INVALID',
    fields: { age: 'Must be at least 18 years old' },
  },
})

export const proofParametersModel = responseModel('ProofParameters', proofChallenge.shape.parameters, {
  description: 'The work: find the counter whose derived key starts with `keyPrefix`.',
  fields: {
    algorithm: 'The key derivation function.',
    cost: 'Iterations of the function.',
    expiresAt: 'End of validity, in seconds since 1970.',
    keyLength: 'Bytes of the derived key.',
    keyPrefix: 'The hexadecimal prefix to reach.',
    keySignature: 'Signature of the key. Send it back unchanged.',
    nonce: 'Random value, hexadecimal.',
    salt: 'Salt of the function, hexadecimal.',
  },
  example: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    expiresAt: 1_774_000_000,
    keyLength: 32,
    keyPrefix: '00',
    keySignature: '6f1e…',
    nonce: '9c41…',
    salt: '2ab7…',
  },
})

export const proofChallengeModel = responseModel('ProofChallenge', proofChallenge, {
  description: 'A proof-of-work challenge.',
  fields: {
    parameters: 'The work to do.',
    signature: 'Signature of the server. Send it back unchanged.',
  },
  example: { parameters: proofParametersModel.example, signature: '51d0…' },
})
