-- One authenticator app for each account. The secret is sealed with SECRET_KEY.
CREATE TABLE "second_factor" (
  "user_id" UUID NOT NULL,
  "secret" BYTEA NOT NULL,
  "created" TIMESTAMPTZ(3) NOT NULL,
  "confirmed_at" TIMESTAMPTZ(3),
  "last_used_step" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "second_factor_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "second_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The retention sweep removes enrolments that nobody confirmed.
CREATE INDEX "second_factor_unconfirmed" ON "second_factor" ("created") WHERE "confirmed_at" IS NULL;

CREATE TABLE "recovery_code" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "code_hash" BYTEA NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "recovery_code_user_id_code_hash_key" ON "recovery_code" ("user_id", "code_hash");

ALTER TABLE "session" ADD COLUMN "factor_at" TIMESTAMPTZ(3);
-- Sessions end 90 days after they began, however often they are used.
UPDATE "session" SET "expires" = "created" + interval '90 days' WHERE "expires" > "created" + interval '90 days';

ALTER TYPE "ModerationKind" ADD VALUE 'RESET_FACTOR';
