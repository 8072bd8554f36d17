import { v7 as uuidv7 } from 'uuid'

const bytes = () => new Uint8Array(crypto.getRandomValues(new Uint8Array(32)))

/** Returns the row of a passkey that no authenticator has. */
export const aPasskey = (userId: string) => ({
  id: uuidv7(),
  userId,
  credentialId: bytes(),
  publicKey: bytes(),
  transports: ['internal'],
  backupEligible: true,
  backedUp: true,
  name: 'Old phone',
  created: new Date(),
})
