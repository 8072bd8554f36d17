import type { AccountDeps } from '../account-context.ts'

export type SessionDeps = Pick<
  AccountDeps,
  'database' | 'clock' | 'newAccountHours' | 'onError' | 'demoAccounts' | 'staffTwoFactor' | 'metrics'
> & {
  signupScreening: Pick<AccountDeps['signupScreening'], 'deviceHash'>
}
