import { createHmac } from 'node:crypto'
import { storedEmail } from '#schema/email.ts'
import { networkOf } from '#server/platform/http/network.ts'

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** Returns one spelling for all addresses of a mailbox: lower case, without a plus suffix, and without dots at Gmail. */
export function normalizeMailbox(email: string): string {
  const stored = storedEmail(email)
  const at = stored.lastIndexOf('@')
  const domain = stored.slice(at + 1)
  const name = stored.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** Keyed hashes of what identifies a member. Without the server's secret they reveal nothing. */
export interface SignalHashes {
  email(email: string): Uint8Array<ArrayBuffer>
  device(device: string): Uint8Array<ArrayBuffer>
  /** Hashes the network of an address; null without a usable address. */
  address(address: string | null): Uint8Array<ArrayBuffer> | null
}

export function createSignalHashes(secret: Buffer): SignalHashes {
  const hash = (kind: string, value: string) =>
    new Uint8Array(createHmac('sha256', secret).update(`${kind}:${value}`).digest())
  return {
    email: (email) => hash('email', normalizeMailbox(email)),
    device: (device) => hash('device', device),
    address(address) {
      const network = address && networkOf(address)
      return network ? hash('address', network) : null
    },
  }
}
