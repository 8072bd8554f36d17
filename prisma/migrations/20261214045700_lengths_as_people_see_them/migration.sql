-- The server counts characters as people see them (schema/graphemes.ts). PostgreSQL counts code points, of which one character
-- can have several, so its limits are four times the product's.
ALTER TABLE "user" DROP CONSTRAINT "user_display_name_length",
  ADD CONSTRAINT "user_display_name_length" CHECK (char_length("display_name") BETWEEN 1 AND 200) NOT VALID;
ALTER TABLE "message" DROP CONSTRAINT "message_body_length",
  ADD CONSTRAINT "message_body_length" CHECK (char_length("body") BETWEEN 1 AND 16000) NOT VALID;
ALTER TABLE "appeal" DROP CONSTRAINT "appeal_has_text",
  ADD CONSTRAINT "appeal_has_text" CHECK (char_length("text") BETWEEN 1 AND 16000) NOT VALID;
ALTER TABLE "moderator_note" DROP CONSTRAINT "moderator_note_has_text",
  ADD CONSTRAINT "moderator_note_has_text" CHECK (char_length(btrim("text")) BETWEEN 1 AND 8000) NOT VALID;
