import * as z from 'zod'
import { operation } from '../../data/operation.ts'

const state = z.object({
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  staff: z.enum(['NOT_NEEDED', 'PROVEN', 'PROOF_REQUIRED', 'ENROLMENT_REQUIRED']),
})
export type FactorState = z.infer<typeof state>

export const FACTOR_STATE = operation()(
  'query FactorState { secondFactor { since recoveryCodesLeft staff } }',
  z.object({ secondFactor: state }),
)

const setup = z.object({ secret: z.string(), uri: z.string() })
export type FactorSetup = z.infer<typeof setup>

export const BEGIN_FACTOR = operation<{ password: string }>()(
  'mutation BeginFactor($password: String!) { beginSecondFactor(password: $password) { secret uri } }',
  z.object({ beginSecondFactor: setup }),
)

export const CONFIRM_FACTOR = operation<{ code: string }>()(
  'mutation ConfirmFactor($code: String!) { confirmSecondFactor(code: $code) }',
  z.object({ confirmSecondFactor: z.array(z.string()) }),
)

export const PROVE_FACTOR = operation<{ code: string }>()(
  'mutation ProveFactor($code: String!) { proveSecondFactor(code: $code) }',
  z.object({ proveSecondFactor: z.boolean() }),
)

export const DISABLE_FACTOR = operation<{ code: string }>()(
  'mutation DisableFactor($code: String!) { disableSecondFactor(code: $code) }',
  z.object({ disableSecondFactor: z.boolean() }),
)

export const DISABLE_FACTOR_BY_PASSWORD = operation<{ password: string }>()(
  'mutation DisableFactorByPassword($password: String!) { disableSecondFactor(password: $password) }',
  z.object({ disableSecondFactor: z.boolean() }),
)

export const RENEW_RECOVERY_CODES = operation<{ code: string }>()(
  'mutation RenewRecoveryCodes($code: String!) { renewRecoveryCodes(code: $code) }',
  z.object({ renewRecoveryCodes: z.array(z.string()) }),
)

export const RENEW_RECOVERY_CODES_BY_PASSWORD = operation<{ password: string }>()(
  'mutation RenewRecoveryCodesByPassword($password: String!) { renewRecoveryCodes(password: $password) }',
  z.object({ renewRecoveryCodes: z.array(z.string()) }),
)
