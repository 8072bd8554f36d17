-- migration: outside a transaction
-- People nearby are members with a verified address. The indexes `user_shown` serve nodes of the version before.
DROP INDEX CONCURRENTLY IF EXISTS "user_findable";
CREATE INDEX CONCURRENTLY "user_findable" ON "user" USING gist (map_point("shown_latitude", "shown_longitude"))
  WHERE "near_by" AND "active" AND "email_verified" AND "banned_at" IS NULL AND "shown_latitude" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "user_findable_male";
CREATE INDEX CONCURRENTLY "user_findable_male" ON "user" USING gist (map_point("shown_latitude", "shown_longitude"))
  WHERE "near_by" AND "active" AND "email_verified" AND "banned_at" IS NULL AND "shown_latitude" IS NOT NULL AND "gender" = 'Male';
DROP INDEX CONCURRENTLY IF EXISTS "user_findable_female";
CREATE INDEX CONCURRENTLY "user_findable_female" ON "user" USING gist (map_point("shown_latitude", "shown_longitude"))
  WHERE "near_by" AND "active" AND "email_verified" AND "banned_at" IS NULL AND "shown_latitude" IS NOT NULL AND "gender" = 'Female';
DROP INDEX CONCURRENTLY IF EXISTS "user_findable_transgender";
CREATE INDEX CONCURRENTLY "user_findable_transgender" ON "user" USING gist (map_point("shown_latitude", "shown_longitude"))
  WHERE "near_by" AND "active" AND "email_verified" AND "banned_at" IS NULL AND "shown_latitude" IS NOT NULL AND "gender" = 'Transgender';
