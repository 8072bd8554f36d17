-- What the provider was asked for, which differs from the price where it does not take the member's currency;
-- and when the provider is next asked what became of the order.
ALTER TABLE "order"
  ADD COLUMN "charged_amount" INTEGER,
  ADD COLUMN "charged_currency" CHAR(3),
  ADD COLUMN "next_check" TIMESTAMPTZ(3);
UPDATE "order" SET "charged_amount" = "amount", "charged_currency" = "currency", "next_check" = now();
ALTER TABLE "order"
  ALTER COLUMN "charged_amount" SET NOT NULL,
  ALTER COLUMN "charged_currency" SET NOT NULL;

DROP INDEX "order_status_created_idx";
CREATE INDEX "order_next_check_idx" ON "order"("next_check");
