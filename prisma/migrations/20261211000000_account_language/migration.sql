-- The language of mails, notifications and events for the member.
ALTER TABLE "user" ADD COLUMN "language" TEXT NOT NULL DEFAULT 'en';

-- Nodes cache the language with the member's sessions, as the columns of the trigger "user_changed".
CREATE TRIGGER "user_language_changed" AFTER UPDATE ON "user" FOR EACH ROW
  WHEN (OLD.language IS DISTINCT FROM NEW.language)
  EXECUTE FUNCTION invalidate_sessions_of_user();
