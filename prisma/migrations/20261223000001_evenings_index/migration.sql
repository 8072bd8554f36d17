-- migration: outside a transaction
-- The conversations of an evening, for its figures.
DROP INDEX CONCURRENTLY IF EXISTS "conversation_evening";
CREATE INDEX CONCURRENTLY "conversation_evening" ON "conversation" ("evening_id") WHERE "evening_id" IS NOT NULL;
