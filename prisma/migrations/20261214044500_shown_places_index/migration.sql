-- migration: outside a transaction
-- People nearby by their shown places. The indexes of `near_point` serve nodes of the version before.
DROP INDEX CONCURRENTLY IF EXISTS "user_shown";
CREATE INDEX CONCURRENTLY "user_shown" ON "user" USING gist (map_point("shown_latitude", "shown_longitude"))
  WHERE "near_by" AND "active" AND "banned_at" IS NULL AND "shown_latitude" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "user_shown_male";
CREATE INDEX CONCURRENTLY "user_shown_male" ON "user" USING gist (map_point("shown_latitude", "shown_longitude"))
  WHERE "near_by" AND "active" AND "banned_at" IS NULL AND "shown_latitude" IS NOT NULL AND "gender" = 'Male';
DROP INDEX CONCURRENTLY IF EXISTS "user_shown_female";
CREATE INDEX CONCURRENTLY "user_shown_female" ON "user" USING gist (map_point("shown_latitude", "shown_longitude"))
  WHERE "near_by" AND "active" AND "banned_at" IS NULL AND "shown_latitude" IS NOT NULL AND "gender" = 'Female';
DROP INDEX CONCURRENTLY IF EXISTS "user_shown_transgender";
CREATE INDEX CONCURRENTLY "user_shown_transgender" ON "user" USING gist (map_point("shown_latitude", "shown_longitude"))
  WHERE "near_by" AND "active" AND "banned_at" IS NULL AND "shown_latitude" IS NOT NULL AND "gender" = 'Transgender';
