-- Messages are partitioned by month (docs/decisions/0019-messages-partitioned-by-month.md). The existing table becomes the
-- partition of all times without being read or written: its bounds exclude no id. A job of the chat then divides it.
-- Versions before 0.2.0 write with a unique key over all messages, which a partitioned table cannot have.
-- migration: completes 0.2.0
ALTER TABLE "message" RENAME TO "message_later";
ALTER TABLE "message_later" RENAME CONSTRAINT "message_pkey" TO "message_later_pkey";
ALTER INDEX "message_conversation_id_id_idx" RENAME TO "message_later_conversation_id_id_idx";
ALTER INDEX "message_conversation_id_sender_id_client_message_id_key" RENAME TO "message_later_client_message_id_key";
ALTER TABLE "message_later" RENAME CONSTRAINT "message_conversation_id_fkey" TO "message_later_conversation_id_fkey";

CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "sender_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "client_message_id" TEXT,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "message_body_length" CHECK (char_length("body") BETWEEN 1 AND 4000),
    CONSTRAINT "message_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE
) PARTITION BY RANGE ("id");
CREATE INDEX "message_conversation_id_id_idx" ON "message"("conversation_id", "id" DESC);

ALTER TABLE "message" ATTACH PARTITION "message_later" FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
