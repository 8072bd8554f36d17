-- migration: outside a transaction
-- A new order looks for a recent refusal of its currency.
DROP INDEX CONCURRENTLY IF EXISTS "order_currency_refused";
CREATE INDEX CONCURRENTLY "order_currency_refused" ON "order" ("provider", "charged_currency", "currency_refused_at")
  WHERE "currency_refused_at" IS NOT NULL;
