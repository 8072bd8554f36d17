-- Administrators schedule, change and cancel evenings. Each is an entry of the audit log.
ALTER TYPE "ModerationKind" ADD VALUE 'EVENING';

-- A topic for pairs, with the hours in which members search within it. A repetition is a row for each evening.
CREATE TABLE "evening" (
  "id" UUID PRIMARY KEY,
  "series_id" UUID NOT NULL,
  "topic" TEXT NOT NULL,
  "starts_at" TIMESTAMPTZ(3) NOT NULL,
  "ends_at" TIMESTAMPTZ(3) NOT NULL,
  "time_zone" TEXT NOT NULL,
  "cancelled_at" TIMESTAMPTZ(3),
  "counted_at" TIMESTAMPTZ(3),
  "members" INTEGER,
  "conversations" INTEGER,
  "median_messages" INTEGER,
  CONSTRAINT "evening_ends_after_its_start" CHECK ("ends_at" > "starts_at"),
  CONSTRAINT "evening_figures_are_of_twenty" CHECK (
    ("members" IS NOT NULL AND "members" >= 20) OR num_nonnulls("members", "conversations", "median_messages") = 0
  )
);
CREATE INDEX "evening_ends_at_idx" ON "evening" ("ends_at");
CREATE INDEX "evening_series_id_starts_at_idx" ON "evening" ("series_id", "starts_at");

-- A member who wants to be reminded of an evening, or searched within it. Deleted when the evening is counted.
CREATE TABLE "evening_member" (
  "user_id" UUID NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "evening_id" UUID NOT NULL REFERENCES "evening" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "wants_reminder" BOOLEAN NOT NULL DEFAULT false,
  "reminded_at" TIMESTAMPTZ(3),
  "searched_at" TIMESTAMPTZ(3),
  CONSTRAINT "evening_member_pkey" PRIMARY KEY ("user_id", "evening_id")
);
CREATE INDEX "evening_member_evening_id_idx" ON "evening_member" ("evening_id");

-- The evening whose searches last brought the two together.
ALTER TABLE "conversation" ADD COLUMN "evening_id" UUID;
