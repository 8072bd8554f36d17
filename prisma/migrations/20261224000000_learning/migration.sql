-- The languages that a member wants to learn.
ALTER TABLE "user" ADD COLUMN "learning" TEXT[] NOT NULL DEFAULT '{}';

-- Nodes cache them with the member of a session.
CREATE TRIGGER "user_learning_changed" AFTER UPDATE ON "user" FOR EACH ROW
  WHEN (OLD.learning IS DISTINCT FROM NEW.learning)
  EXECUTE FUNCTION invalidate_sessions_of_user();
