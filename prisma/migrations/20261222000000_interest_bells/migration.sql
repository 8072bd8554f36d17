-- A bell tells a member that someone who likes one of their interests is searching. A bell that was turned off stays until it may
-- ring again: otherwise turning it off and on would make it ring twice a day.
CREATE TABLE "interest_bell" (
  "user_id" UUID NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  -- The folded interest: all its spellings, and the names of a built-in one in every language, are the same.
  "interest" TEXT NOT NULL,
  "created" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "is_on" BOOLEAN NOT NULL DEFAULT true,
  "rests_until" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "due" TIMESTAMPTZ(3),
  CONSTRAINT "interest_bell_pkey" PRIMARY KEY ("user_id", "interest"),
  CONSTRAINT "interest_bell_off_is_not_due" CHECK ("is_on" OR "due" IS NULL)
);
CREATE INDEX "interest_bell_interest" ON "interest_bell" ("interest", "rests_until") WHERE "is_on" AND "due" IS NULL;
CREATE INDEX "interest_bell_due" ON "interest_bell" ("due") WHERE "due" IS NOT NULL;
CREATE INDEX "interest_bell_off" ON "interest_bell" ("rests_until") WHERE NOT "is_on";

-- Folds each interest, for the index of the members who like one. Indexes are built with a search path of their own.
CREATE FUNCTION fold_interests(interests TEXT[]) RETURNS TEXT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path FROM CURRENT AS $$
  SELECT coalesce(array_agg(fold_text(each)), '{}') FROM unnest(interests) AS each
$$;
