import type { ClientBase } from 'pg'

/**
 * Locks the messages against all others. A statement that writes messages locks the conversations first, so this does too:
 * otherwise the two could wait for each other.
 */
export async function lockMessages(client: ClientBase): Promise<void> {
  await client.query('LOCK TABLE conversation IN SHARE ROW EXCLUSIVE MODE')
  await client.query('LOCK TABLE message IN ACCESS EXCLUSIVE MODE')
}
