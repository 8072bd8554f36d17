import type { Check } from './check.ts'
import { checkAddresses } from './checks/addresses.ts'
import { checkDataFolder } from './checks/data-folder.ts'
import { checkDatabase } from './checks/database.ts'
import { checkEnvFile } from './checks/env-file.ts'
import { checkMail } from './checks/mail.ts'
import { createPaymentCheck } from './checks/payments.ts'
import { checkPooler } from './checks/pooler.ts'
import { checkRedis } from './checks/redis.ts'
import { checkSecretKey } from './checks/secret-key.ts'
import { checkStandby } from './checks/standby.ts'
import { checkTombstones } from './checks/tombstones.ts'

/** Every check, in the order of the table. */
export const CHECKS: readonly Check[] = [
  checkEnvFile,
  checkDatabase,
  checkPooler,
  checkStandby,
  checkSecretKey,
  checkRedis,
  checkMail,
  createPaymentCheck(),
  checkAddresses,
  checkDataFolder,
  checkTombstones,
]
