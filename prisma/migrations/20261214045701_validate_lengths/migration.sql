-- migration: outside a transaction
-- Reads every row without blocking writes.
ALTER TABLE "user" VALIDATE CONSTRAINT "user_display_name_length";
ALTER TABLE "message" VALIDATE CONSTRAINT "message_body_length";
ALTER TABLE "appeal" VALIDATE CONSTRAINT "appeal_has_text";
ALTER TABLE "moderator_note" VALIDATE CONSTRAINT "moderator_note_has_text";
