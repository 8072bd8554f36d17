-- The languages that a member names. Empty: the language of the account counts.
ALTER TABLE "user" ADD COLUMN "languages" TEXT[] NOT NULL DEFAULT '{}';

-- Nodes cache them with the member of a session.
CREATE TRIGGER "user_languages_changed" AFTER UPDATE ON "user" FOR EACH ROW
  WHEN (OLD.languages IS DISTINCT FROM NEW.languages)
  EXECUTE FUNCTION invalidate_sessions_of_user();
