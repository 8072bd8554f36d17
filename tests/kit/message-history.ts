/**
 * Inserts `$2` earlier messages into the conversations of the member with the name `$1`, a minute apart, from both members in
 * turns of three. The oldest one begins with 'Message <count>', the latest with 'Message 1'.
 */
export const INSERT_HISTORY = `
INSERT INTO message (id, conversation_id, sender_id, body, time)
SELECT (overlay(overlay(lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - i * 60000), 12, '0')
    placing '-' from 9 for 0) || '-7000-8000-' placing '' from 14 for 0) || lpad(to_hex(i), 12, '0'))::uuid,
  conversation_id, CASE WHEN i / 3 % 2 = 0 THEN user_id ELSE partner_id END,
  'Message ' || i || ' of a usual length, about photographs and slow trains.', now() - i * interval '1 minute'
FROM conversation_member JOIN "user" ON "user".id = user_id, generate_series(1, $2::int) i
WHERE display_name = $1`
