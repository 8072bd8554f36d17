-- migration: outside a transaction
-- Reads every row without blocking writes.
ALTER TABLE "premium_grant" VALIDATE CONSTRAINT "premium_grant_has_a_cause";
