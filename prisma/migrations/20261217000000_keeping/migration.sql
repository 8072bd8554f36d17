-- A member's own side of keeping in touch: since when the two do, the member's note, and whether they hide their presence.
ALTER TABLE "conversation_member"
  ADD COLUMN "kept_at" TIMESTAMPTZ(3),
  ADD COLUMN "kept_note" TEXT,
  ADD COLUMN "hides_presence" BOOLEAN NOT NULL DEFAULT false;

-- A member asked to keep in touch, and the partner does not know. `due` is when a job compares it with the partner's wish.
CREATE TABLE "keep_wish" (
  "user_id" UUID NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "conversation_id" UUID NOT NULL REFERENCES "conversation" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "created" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "due" TIMESTAMPTZ(3),
  CONSTRAINT "keep_wish_pkey" PRIMARY KEY ("user_id", "conversation_id")
);
CREATE INDEX "keep_wish_conversation_id_idx" ON "keep_wish" ("conversation_id");
CREATE INDEX "keep_wish_due_idx" ON "keep_wish" ("due");
