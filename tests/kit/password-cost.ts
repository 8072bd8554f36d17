import type { PasswordCost } from '#server/domains/accounts/index.ts'

/** The least that argon2 takes. At the cost of production, hashing would be a quarter of the contract tests' work. */
export const LOW_PASSWORD_COST: PasswordCost = { memoryCost: 8, timeCost: 1 }
