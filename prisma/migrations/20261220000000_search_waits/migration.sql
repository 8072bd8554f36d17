-- How long searches with an interest took that began in an hour, for the expectation that members see. No row names a member
-- or an interest: `interest` is a keyed hash, and `members` has one of 63 bits for each member, which many members share.
CREATE TABLE "search_wait" (
  "interest" BYTEA NOT NULL,
  "hour" TIMESTAMPTZ(3) NOT NULL,
  "members" BIGINT NOT NULL,
  -- Searches by the minutes after which they found a partner, or ended without one.
  "found_within_1" INTEGER NOT NULL DEFAULT 0,
  "found_within_5" INTEGER NOT NULL DEFAULT 0,
  "found_within_15" INTEGER NOT NULL DEFAULT 0,
  "left_within_1" INTEGER NOT NULL DEFAULT 0,
  "left_within_5" INTEGER NOT NULL DEFAULT 0,
  "left_within_15" INTEGER NOT NULL DEFAULT 0,
  "longer" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "search_wait_pkey" PRIMARY KEY ("interest", "hour")
);
CREATE INDEX "search_wait_hour_idx" ON "search_wait" ("hour");

-- The place up to which the ended searches are counted: one row, written with the counts.
CREATE TABLE "search_wait_progress" (
  "id" INTEGER NOT NULL,
  "place" TEXT NOT NULL,
  CONSTRAINT "search_wait_progress_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "search_wait_progress_single" CHECK ("id" = 1)
);
