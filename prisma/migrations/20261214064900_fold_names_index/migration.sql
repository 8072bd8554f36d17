-- migration: outside a transaction
-- migration: needs the extension pg_trgm
-- The console searches folded names. Without the extension the searches give the same results and read the whole table.
DROP INDEX CONCURRENTLY IF EXISTS "user_folded_search";
CREATE INDEX CONCURRENTLY "user_folded_search" ON "user"
  USING gin ("user_name" gin_trgm_ops, fold_text("display_name") gin_trgm_ops);
