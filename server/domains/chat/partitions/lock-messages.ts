import type { ClientBase } from 'pg'

/**
 * Locks the messages against all others. A statement that writes messages locks the conversations first, so this does too:
 * otherwise the two could wait for each other. Attaching, detaching and dropping a table with a foreign key to
 * `conversation` need the strongest lock there. A weaker one first would end in a deadlock with every transaction that
 * has read a conversation and then changes one.
 */
export async function lockMessages(client: ClientBase): Promise<void> {
  await client.query('LOCK TABLE conversation, message IN ACCESS EXCLUSIVE MODE')
}
