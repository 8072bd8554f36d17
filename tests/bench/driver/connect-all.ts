import type { Load, Pair } from './commands.ts'
import type { Connection, Wire } from './wire.ts'

export interface Connected {
  connections: Connection[]
  failed: number
  /** How long it took, in seconds. */
  seconds: number
}

/** Opens a connection for each member of the pairs, some at once. Calls `receive` with what the receivers get. */
export async function connectAll(
  wire: Wire,
  { sendTo, receiveFrom }: Load,
  { pairs, atOnce, receive }: { pairs: readonly Pair[]; atOnce: number; receive(text: string): void },
): Promise<Connected> {
  const members = pairs
    .flatMap(({ sender, receiver }) => [
      { url: sendTo, member: sender, receive: () => undefined },
      { url: receiveFrom, member: receiver, receive },
    ])
    .values()
  const connections: Connection[] = []
  let failed = 0
  const startedAt = performance.now()
  const worker = async () => {
    for (const { url, member, receive: onMessage } of members) {
      try {
        connections.push(await wire.connect(url, member, onMessage))
      } catch {
        failed += 1
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { connections, failed, seconds: (performance.now() - startedAt) / 1_000 }
}
