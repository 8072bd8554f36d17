import type { Transaction } from '#server/platform/postgres/index.ts'
import type { SignalHashes } from './signal-hashes.ts'

export type SignalKind = 'email' | 'device' | 'address'

export interface Signal {
  kind: SignalKind
  hash: Uint8Array<ArrayBuffer>
}

const MAX_SESSIONS = 1_000

/** Returns the member's email, and the devices and networks of its sessions since a moment, each once. */
export async function collectSignals(
  transaction: Transaction,
  hashes: SignalHashes,
  userId: string,
  since: Date,
): Promise<Signal[]> {
  const { userName } = await transaction.user.findUniqueOrThrow({ where: { id: userId } })
  const sessions = await transaction.session.findMany({
    where: { userId, lastUsed: { gt: since } },
    orderBy: { lastUsed: 'desc' },
    take: MAX_SESSIONS,
    select: { device: true, ipAddress: true },
  })
  const signals: Signal[] = [
    { kind: 'email', hash: hashes.email(userName) },
    ...sessions.flatMap(({ device }) => (device ? { kind: 'device' as const, hash: device } : [])),
    ...sessions.flatMap(({ ipAddress }) => {
      const hash = hashes.address(ipAddress)
      return hash ? { kind: 'address' as const, hash } : []
    }),
  ]
  const keyOf = ({ kind, hash }: Signal) => `${kind}:${Buffer.from(hash).toString('hex')}`
  return [...new Map(signals.map((signal) => [keyOf(signal), signal])).values()]
}
