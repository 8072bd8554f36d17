-- migration: outside a transaction
-- The members who like an interest.
DROP INDEX CONCURRENTLY IF EXISTS "user_interests";
CREATE INDEX CONCURRENTLY "user_interests" ON "user" USING gin (fold_interests("interests"));
