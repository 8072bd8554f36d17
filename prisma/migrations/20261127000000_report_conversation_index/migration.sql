-- What hangs on a row is looked for when the row goes.
CREATE INDEX "report_conversation_id_idx" ON "report"("conversation_id");
CREATE INDEX "ban_signal_user_id_idx" ON "ban_signal"("user_id");
CREATE INDEX "transaction_order_id_idx" ON "transaction"("order_id");

-- Those whose messages in a report's conversation wait for its decision are found among the erased, not among all reports.
CREATE INDEX "user_erased_at" ON "user" ("erased_at") WHERE "erased_at" IS NOT NULL;
