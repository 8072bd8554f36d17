import { publicKeyOf } from '#server/platform/config/push-settings.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { serverSecret } from '#server/platform/postgres/index.ts'

/** The keys that sign push messages (VAPID, RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
  /** How push services reach the operator. */
  subject: string
}

/** Returns keys that all nodes of a database share. The first call makes them: 32 random bytes are a private key of P-256. */
export async function createVapidKeys(
  { database: { pool }, secrets }: Pick<Platform, 'database' | 'secrets'>,
  subject: string,
): Promise<VapidKeys> {
  const secret = await serverSecret({ pool, box: secrets }, 'vapid')
  return { publicKey: publicKeyOf(secret), privateKey: secret.toString('base64url'), subject }
}
