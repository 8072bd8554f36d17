import { hash } from 'node:crypto'

/** Returns the key of a session: it identifies the session but cannot open it. */
export const sessionKeyOf = (tokenHash: Uint8Array) => Buffer.from(tokenHash).toString('base64url')

/** Returns the token hash that `sessionKeyOf` made the key from. */
export const tokenHashOf = (sessionKey: string) => new Uint8Array(Buffer.from(sessionKey, 'base64url'))

/** Returns the key of the session that a token opens. */
export const sessionKeyOfToken = (token: string) => hash('sha256', token, 'base64url')
