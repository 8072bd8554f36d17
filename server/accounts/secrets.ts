import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits that fit into a link or a header. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is stored of a secret: a leaked table opens nothing. A plain hash will do, as the secret cannot be guessed. */
export const hashSecret = (secret: string) => new Uint8Array(createHash('sha256').update(secret).digest())
