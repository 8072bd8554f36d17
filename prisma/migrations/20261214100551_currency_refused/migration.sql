-- When the provider refused to capture an order for its currency. Such an order is not captured again.
ALTER TABLE "order" ADD COLUMN "currency_refused_at" TIMESTAMPTZ(3);
