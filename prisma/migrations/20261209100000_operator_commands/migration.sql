-- The operator's commands are entries of the audit log, and may grant premium without a payment.
ALTER TYPE "ModerationKind" ADD VALUE 'OPERATOR';

ALTER TABLE "premium_grant"
  ALTER COLUMN "transaction_id" DROP NOT NULL,
  ALTER COLUMN "plan" DROP NOT NULL,
  ADD COLUMN "reason" TEXT,
  ADD CONSTRAINT "premium_grant_has_a_cause" CHECK (
    ("transaction_id" IS NOT NULL AND "plan" IS NOT NULL AND "reason" IS NULL)
    OR ("transaction_id" IS NULL AND "plan" IS NULL AND char_length(btrim("reason")) > 0)
  ) NOT VALID;
