/**
 * The topic of the evening that brought the two of a row `conversation` together; null for another beginning. A match may open
 * moments after the end, because tickets are refreshed every few seconds.
 */
export const EVENING_TOPIC = `(SELECT evening.topic FROM evening WHERE evening.id = conversation.evening_id
    AND conversation.opened_at BETWEEN evening.starts_at AND evening.ends_at + interval '1 minute')`

/** Whether the evening whose id is in `id` (text) is still to come or running at `now`. */
export const isEveningAhead = (id: string, now: string) => `EXISTS (
    SELECT 1 FROM evening WHERE evening.id = (${id})::uuid AND evening.cancelled_at IS NULL AND evening.ends_at > ${now}
  )`
