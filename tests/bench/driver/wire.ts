import type { Member, Pair } from './commands.ts'

export interface Connection {
  readonly isOpen: boolean
  close(): void
}

/** One contender's protocol. */
export interface Wire {
  /** Opens a member's live connection. Resolves once the server has accepted it. */
  connect(url: string, member: Member, receive: (text: string) => void): Promise<Connection>
  /** Resolves once the server has answered the sender. */
  send(pair: Pair, text: string): Promise<void>
}
