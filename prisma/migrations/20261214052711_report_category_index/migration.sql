-- migration: outside a transaction
-- The console filters its queue by category.
DROP INDEX CONCURRENTLY IF EXISTS "report_category_status_priority_created_idx";
CREATE INDEX CONCURRENTLY "report_category_status_priority_created_idx"
  ON "report" ("category", "status", "priority" DESC, "created");
