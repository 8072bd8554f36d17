-- A conversation that is deleted is looked for in the reports that name it.
CREATE INDEX "report_conversation_id_idx" ON "report"("conversation_id");
