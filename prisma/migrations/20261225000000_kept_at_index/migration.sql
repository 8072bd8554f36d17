-- migration: outside a transaction
-- Pairs that began to keep in touch lately, of whom some may not have been told.
DROP INDEX CONCURRENTLY IF EXISTS "conversation_member_kept_at";
CREATE INDEX CONCURRENTLY "conversation_member_kept_at" ON "conversation_member" ("kept_at") WHERE "kept_at" IS NOT NULL;
