import { v7 as uuidv7 } from 'uuid'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { Caller, SessionOrigin } from '../member.ts'
import { hashSecret, newSecret } from '../secrets.ts'
import type { SessionContext } from './session-context.ts'
import { isStaffSession, sessionEnd } from './session-end.ts'

interface MintedSession {
  token: string
  record: {
    id: string
    tokenHash: Uint8Array<ArrayBuffer>
    created: Date
    lastUsed: Date
    expires: Date
    device: Uint8Array<ArrayBuffer> | null
  } & SessionOrigin
}

/** Returns the token of a new session, and the record to store. The token itself is never stored. */
export function mintSession(
  { clock, signupScreening, staffTwoFactor }: SessionContext,
  { userAgent, ipAddress, device }: Caller,
  role: UserModel['role'],
): MintedSession {
  const token = newSecret()
  const created = new Date(clock.now())
  const expires = new Date(sessionEnd({ created, lastUsed: created }, isStaffSession(role, staffTwoFactor)))
  return {
    token,
    record: {
      id: uuidv7(),
      tokenHash: hashSecret(token),
      created,
      lastUsed: created,
      expires,
      userAgent,
      ipAddress,
      device: device ? signupScreening.deviceHash(device) : null,
    },
  }
}
