import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { PASSKEYS } from '#schema/passkeys.ts'
import type { Clock } from '#server/platform/clock.ts'

const LIFETIME = PASSKEYS.challengeMinutes * 60_000
const RANDOM_BYTES = 16
const TIME_BYTES = 6
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>

/** A challenge that was answered in time, for storing that it was used. */
export interface AnsweredChallenge {
  hash: Uint8Array<ArrayBuffer>
  expires: Date
}

/**
 * Creates the challenges that passkeys sign. A challenge carries its end and a MAC with its purpose, so nothing is stored
 * until one is answered: login pages of strangers write no rows. Callers store an answered challenge, which works once.
 */
export function createPasskeyChallenges({ key, clock }: { key: Uint8Array; clock: Clock }) {
  const macOf = (body: Uint8Array, purpose: string) =>
    createHmac('sha256', key).update(body).update(purpose).digest()
  return {
    /** Returns a challenge for one purpose, such as a login or an addition by one session. */
    issue(purpose: string): Uint8Array<ArrayBuffer> {
      const body = Buffer.alloc(BODY_BYTES)
      randomBytes(RANDOM_BYTES).copy(body)
      body.writeUIntBE(clock.now() + LIFETIME, RANDOM_BYTES, TIME_BYTES)
      return new Uint8Array(Buffer.concat([body, macOf(body, purpose)]))
    },
    /** Returns null unless this server issued the challenge for the purpose, in the last ten minutes. In base64url. */
    read(challenge: string, purpose: string): AnsweredChallenge | null {
      const bytes = Buffer.from(challenge, 'base64url')
      const body = bytes.subarray(0, BODY_BYTES)
      const mac = bytes.subarray(BODY_BYTES)
      const expected = macOf(body, purpose)
      if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return null
      const expires = body.readUIntBE(RANDOM_BYTES, TIME_BYTES)
      if (expires <= clock.now()) return null
      return { hash: new Uint8Array(createHash('sha256').update(bytes).digest()), expires: new Date(expires) }
    },
  }
}
