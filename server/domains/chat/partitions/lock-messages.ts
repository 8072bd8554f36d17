import type { ClientBase } from 'pg'

/**
 * Locks the messages against all others. A statement that writes messages locks the conversations first, so this does too:
 * otherwise the two could wait for each other. To change partitions with a foreign key to `conversation`, PostgreSQL needs
 * the strongest lock there. With a weaker one first, a transaction that reads a conversation and then changes one would
 * deadlock with the job.
 */
export async function lockMessages(client: ClientBase): Promise<void> {
  await client.query('LOCK TABLE conversation, message IN ACCESS EXCLUSIVE MODE')
}
