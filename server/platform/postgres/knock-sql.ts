/** Returns SQL for a row of knock that waits for the answer of the member it is for. `name` is the alias of the row. */
export const waits = (name: string) => `(${name}.expires > now() AND ${name}.answer IS NULL)`

/**
 * Returns SQL for a row of knock whose sender knows no outcome. A declined knock looks to its sender like one without an
 * answer until it expires. `name` is the alias of the row.
 */
export const looksWaiting = (name: string) =>
  `(${name}.expires > now() AND (${name}.answer IS NULL OR ${name}.answer IN ('NOT_NOW', 'NEVER')))`

/** Returns SQL that is true while one of the two members of a conversation waits for the other. */
export const hasWaitingKnock = (conversationId: string) => `EXISTS (
    SELECT 1 FROM knock WHERE knock.conversation_id = ${conversationId} AND ${looksWaiting('knock')}
  )`

/** SQL that is true for a row `conversation` that was open at least once, and did not only wait for an answer. */
export const WAS_OPEN = "conversation.opened_at > 'epoch'"
