-- Every message updates its conversation's row: room in the page keeps that update from touching the indexes.
ALTER TABLE "conversation" ADD COLUMN "last_message_at" TIMESTAMPTZ(3);
ALTER TABLE "conversation" SET (fillfactor = 80);

-- An id carries the time that the order follows; the time column may differ from it where a clock was wrong.
UPDATE "conversation" SET "last_message_at" = latest.at
FROM (
  SELECT conversation.id AS conversation_id,
    to_timestamp(('x' || left(replace(newest.id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) AS at
  FROM "conversation"
  CROSS JOIN LATERAL (
    SELECT "message"."id" FROM "message"
    WHERE "message"."conversation_id" = conversation.id ORDER BY "message"."id" DESC LIMIT 1
  ) newest
) latest
WHERE "conversation"."id" = latest.conversation_id;
