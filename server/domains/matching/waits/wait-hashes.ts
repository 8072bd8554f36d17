import { createHmac } from 'node:crypto'

/** How many bits tell members apart: one less than a signed number of 64 bits has. */
const PLACES = 63

/** Keyed hashes for the counts. Without the key of the server they reveal neither interests nor members. */
export interface WaitHashes {
  interest(folded: string): Buffer
  /** Returns the bit of a member. Members share it, so the bits of a count never exceed its members. */
  bit(userId: string): bigint
}

export function createWaitHashes(secret: Buffer): WaitHashes {
  const hash = (kind: string, value: string) =>
    createHmac('sha256', secret).update(`${kind}:${value}`).digest()
  return {
    interest: (folded) => hash('interest', folded).subarray(0, 16),
    bit: (userId) => 1n << BigInt(hash('member', userId).readUInt32BE() % PLACES),
  }
}
