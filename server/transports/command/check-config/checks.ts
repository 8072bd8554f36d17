import type { Check } from './check.ts'
import { checkAddresses } from './checks/addresses.ts'
import { checkDataFolder } from './checks/data-folder.ts'
import { checkDatabase } from './checks/database.ts'
import { checkEnvFile } from './checks/env-file.ts'
import { checkMail } from './checks/mail.ts'
import { createPaymentCheck } from './checks/payments.ts'
import { checkRedis } from './checks/redis.ts'
import { checkSecretKey } from './checks/secret-key.ts'

/** Every check, in the order of the table. */
export const CHECKS: readonly Check[] = [
  checkEnvFile,
  checkDatabase,
  checkSecretKey,
  checkRedis,
  checkMail,
  createPaymentCheck(),
  checkAddresses,
  checkDataFolder,
]
