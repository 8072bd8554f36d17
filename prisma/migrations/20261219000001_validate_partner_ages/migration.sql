-- migration: outside a transaction
-- Reads every row without blocking writes.
ALTER TABLE "user" VALIDATE CONSTRAINT "user_partner_ages";
