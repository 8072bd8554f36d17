-- migration: outside a transaction
-- The members whom a member keeps, the latest active conversation first.
DROP INDEX CONCURRENTLY IF EXISTS "conversation_member_kept";
CREATE INDEX CONCURRENTLY "conversation_member_kept"
  ON "conversation_member" ("user_id", "last_activity" DESC, "conversation_id" DESC) WHERE "kept_at" IS NOT NULL;
