import type { PasswordCost } from '#server/domains/accounts/index.ts'

/** The minimum of argon2. At the cost of production, hashing would be a quarter of the contract tests' work. */
export const LOW_PASSWORD_COST: PasswordCost = { memoryCost: 8, timeCost: 1 }
