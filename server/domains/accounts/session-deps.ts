import type { AccountDeps } from './account-deps.ts'

export type SessionDeps = Pick<
  AccountDeps,
  'database' | 'clock' | 'newAccountHours' | 'demoAccounts' | 'staffTwoFactor'
> & {
  signupScreening: Pick<AccountDeps['signupScreening'], 'deviceHash'>
}
