import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts the secrets in the database: keys and second factors. */
export interface SecretBox {
  /**
   * Encrypts and authenticates. A random nonce makes the results for equal inputs differ. With `owner`, the result opens
   * for that owner only, so it is useless in another row.
   */
  seal(purpose: string, plain: Uint8Array, owner?: string): Buffer
  /** Decrypts a result of `seal`. Throws when the key, the purpose, the owner or a byte differs. */
  open(purpose: string, sealed: Uint8Array, owner?: string): Buffer
  /** Returns a keyed hash (HMAC-SHA-256) of a text, in base64url. Equal on all nodes with the same key. */
  hash(purpose: string, text: string): string
}

/**
 * Creates a box from the operator's `SECRET_KEY`. Each purpose has its own key, derived with HKDF-SHA-256;
 * the cipher is AES-256-GCM. A sealed value is nonce (12 bytes), tag (16 bytes), ciphertext.
 */
export function createSecretBox(secretKey: string): SecretBox {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secretKey, 'rapport', `secret-box:${purpose}`, 32))
  const hashKeys = new Map<string, Buffer>()
  function hashKeyFor(purpose: string): Buffer {
    const key = hashKeys.get(purpose) ?? keyFor(`hash:${purpose}`)
    hashKeys.set(purpose, key)
    return key
  }

  return {
    seal(purpose, plain, owner = '') {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce)
      cipher.setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },

    open(purpose, sealed, owner = '') {
      const bytes = Buffer.from(sealed)
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(tag)
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    },

    hash: (purpose, text) => createHmac('sha256', hashKeyFor(purpose)).update(text).digest('base64url'),
  }
}
