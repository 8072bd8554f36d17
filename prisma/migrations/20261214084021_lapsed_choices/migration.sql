-- migration: outside a transaction
-- A job finds the members whose premium has ended and whose premium choices are still set.
DROP INDEX CONCURRENTLY IF EXISTS "user_lapsed_choices";
CREATE INDEX CONCURRENTLY "user_lapsed_choices" ON "user" ("premium_until")
  WHERE ("filter_by_gender" IS NOT NULL OR "near_by") AND "premium_until" IS NOT NULL;
