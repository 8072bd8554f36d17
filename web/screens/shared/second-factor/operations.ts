import { graphql, type ResultOf } from '../../../data/operation.ts'

export const FACTOR_STATE = graphql('query FactorState { secondFactor { since recoveryCodesLeft staff } }')
export type FactorState = ResultOf<typeof FACTOR_STATE>['secondFactor']

export const BEGIN_FACTOR = graphql(
  'mutation BeginFactor($password: String!) { beginSecondFactor(password: $password) { secret uri } }',
)
export type FactorSetup = ResultOf<typeof BEGIN_FACTOR>['beginSecondFactor']

export const CONFIRM_FACTOR = graphql(
  'mutation ConfirmFactor($code: String!) { confirmSecondFactor(code: $code) }',
)

export const PROVE_FACTOR = graphql('mutation ProveFactor($code: String!) { proveSecondFactor(code: $code) }')

export const DISABLE_FACTOR = graphql(
  'mutation DisableFactor($code: String!) { disableSecondFactor(code: $code) }',
)

export const DISABLE_FACTOR_BY_PASSWORD = graphql(
  'mutation DisableFactorByPassword($password: String!) { disableSecondFactor(password: $password) }',
)

export const RENEW_RECOVERY_CODES = graphql(
  'mutation RenewRecoveryCodes($code: String!) { renewRecoveryCodes(code: $code) }',
)

export const RENEW_RECOVERY_CODES_BY_PASSWORD = graphql(
  'mutation RenewRecoveryCodesByPassword($password: String!) { renewRecoveryCodes(password: $password) }',
)

export const BEGIN_PASSKEY_PROOF = graphql('mutation BeginPasskeyProof { beginPasskeyProof }')

export const PROVE_PASSKEY = graphql(
  'mutation ProvePasskey($credential: String!) { provePasskey(credential: $credential) }',
)
