-- Says in the audit log that a note was added or removed; the text of a note is never in the log.
ALTER TYPE "ModerationKind" ADD VALUE 'ADD_NOTE';
ALTER TYPE "ModerationKind" ADD VALUE 'REMOVE_NOTE';

CREATE TABLE "moderator_note" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "report_id" UUID,
  "author_id" UUID,
  "text" TEXT NOT NULL,
  "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "moderator_note_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "moderator_note_has_text" CHECK (char_length(btrim("text")) BETWEEN 1 AND 2000),
  CONSTRAINT "moderator_note_about_somebody_else" CHECK ("author_id" <> "user_id"),
  CONSTRAINT "moderator_note_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "moderator_note_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "report"("id")
    ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT "moderator_note_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id")
    ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "moderator_note_user_id_id_idx" ON "moderator_note"("user_id", "id" DESC);
CREATE INDEX "moderator_note_report_id_idx" ON "moderator_note"("report_id");
CREATE INDEX "moderator_note_author_id_idx" ON "moderator_note"("author_id");

CREATE TABLE "report_claim" (
  "report_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "expires" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "report_claim_pkey" PRIMARY KEY ("report_id"),
  CONSTRAINT "report_claim_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "report"("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "report_claim_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "report_claim_user_id_idx" ON "report_claim"("user_id");
CREATE INDEX "report_claim_expires_idx" ON "report_claim"("expires");

-- The audit log is filtered by who acted.
CREATE INDEX "moderation_action_actor_id_id_idx" ON "moderation_action"("actor_id", "id" DESC);
