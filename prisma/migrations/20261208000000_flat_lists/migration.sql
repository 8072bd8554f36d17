-- The console shows how long its lists are. Counting a million rows for each page is slow, so every change of a length is
-- recorded here in the same transaction, and a length is the sum of its changes. Rows are only added, so writers never wait
-- for each other; a regular job folds them into one row for each list.
CREATE TABLE "list_size" (
  "id" BIGSERIAL NOT NULL,
  "list" TEXT NOT NULL,
  "change" BIGINT NOT NULL,
  CONSTRAINT "list_size_pkey" PRIMARY KEY ("id")
);

-- The list that a row belongs to; null for a row that no list counts.
CREATE FUNCTION list_of(entry "user") RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN entry.erased_at IS NOT NULL THEN NULL WHEN entry.demo THEN 'user:DEMO' ELSE 'user:MEMBER' END $$;
CREATE FUNCTION list_of(entry "launch_notification") RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN entry.notified THEN 'launch:NOTIFIED' ELSE 'launch:PENDING' END $$;
CREATE FUNCTION list_of(entry "report") RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN entry.status = 'OPEN' THEN 'report:OPEN' ELSE 'report:DECIDED' END $$;
CREATE FUNCTION list_of(entry "appeal") RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN entry.status = 'OPEN' THEN 'appeal:OPEN' ELSE 'appeal:DECIDED' END $$;
CREATE FUNCTION list_of(entry "held_message") RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN entry.status = 'HELD' THEN 'held:OPEN' END $$;
CREATE FUNCTION list_of(entry "moderation_action") RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT 'action:' || entry.kind::text $$;

CREATE FUNCTION resize_list() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  former TEXT;
  present TEXT;
BEGIN
  IF TG_OP <> 'INSERT' THEN former := list_of(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN present := list_of(NEW); END IF;
  IF former IS NOT DISTINCT FROM present THEN RETURN NULL; END IF;
  INSERT INTO list_size (list, change)
  SELECT list, change FROM (VALUES (former, -1), (present, 1)) AS changed(list, change) WHERE list IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER "user_listed" AFTER INSERT OR DELETE OR UPDATE OF erased_at, demo ON "user"
  FOR EACH ROW EXECUTE FUNCTION resize_list();
CREATE TRIGGER "launch_notification_listed" AFTER INSERT OR DELETE OR UPDATE OF notified ON "launch_notification"
  FOR EACH ROW EXECUTE FUNCTION resize_list();
CREATE TRIGGER "report_listed" AFTER INSERT OR DELETE OR UPDATE OF status ON "report"
  FOR EACH ROW EXECUTE FUNCTION resize_list();
CREATE TRIGGER "appeal_listed" AFTER INSERT OR DELETE OR UPDATE OF status ON "appeal"
  FOR EACH ROW EXECUTE FUNCTION resize_list();
CREATE TRIGGER "held_message_listed" AFTER INSERT OR DELETE OR UPDATE OF status ON "held_message"
  FOR EACH ROW EXECUTE FUNCTION resize_list();
CREATE TRIGGER "moderation_action_listed" AFTER INSERT OR DELETE ON "moderation_action"
  FOR EACH ROW EXECUTE FUNCTION resize_list();

-- Replaces the changes of each list by their sum. Two runs at once do not count a change twice.
CREATE FUNCTION fold_list_sizes() RETURNS VOID LANGUAGE sql AS $$
  WITH folded AS (DELETE FROM list_size RETURNING list, change)
  INSERT INTO list_size (list, change) SELECT list, sum(change) FROM folded GROUP BY list
$$;

-- Counts every list anew: in this migration, and after rows were changed without triggers.
CREATE FUNCTION recount_lists() RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE "user", launch_notification, report, appeal, held_message, moderation_action IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM list_size;
  INSERT INTO list_size (list, change)
  SELECT list, sum(change) FROM (
    SELECT list_of(entry) AS list, count(*) AS change FROM "user" entry GROUP BY 1
    UNION ALL SELECT list_of(entry), count(*) FROM launch_notification entry GROUP BY 1
    UNION ALL SELECT list_of(entry), count(*) FROM report entry GROUP BY 1
    UNION ALL SELECT list_of(entry), count(*) FROM appeal entry GROUP BY 1
    UNION ALL SELECT list_of(entry), count(*) FROM held_message entry GROUP BY 1
    UNION ALL SELECT list_of(entry), count(*) FROM moderation_action entry GROUP BY 1
  ) counted WHERE list IS NOT NULL GROUP BY list;
END $$;
SELECT recount_lists();

-- Unread notifications are few, however many a member has.
CREATE INDEX "notification_unread" ON "notification" ("user_id") WHERE NOT "read";
-- Both parts of a moderation queue are read in order, and the newest open case is the first of its index.
CREATE INDEX "report_open" ON "report" ("created") WHERE "status" = 'OPEN';
CREATE INDEX "report_queue" ON "report" ("priority" DESC, "created", "id") WHERE "status" = 'OPEN';
CREATE INDEX "report_decided" ON "report" ("decided_at" DESC, "id" DESC) WHERE "status" <> 'OPEN';
CREATE INDEX "appeal_decided" ON "appeal" ("decided_at" DESC, "id" DESC) WHERE "status" <> 'OPEN';
CREATE INDEX "moderation_action_kind_id_idx" ON "moderation_action" ("kind", "id" DESC);

-- The console searches for a part of a name, an address or a reason. Without the extension, or the right to create it, the
-- searches give the same results and read the whole table. The room in the pages of "user" keeps updates of other columns
-- from touching the indexes.
ALTER TABLE "user" SET (fillfactor = 90);
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "user_search" ON "user" USING gin ("user_name" gin_trgm_ops, "display_name" gin_trgm_ops);
  CREATE INDEX "launch_notification_search" ON "launch_notification" USING gin ("email" gin_trgm_ops);
  CREATE INDEX "moderation_action_search" ON "moderation_action" USING gin ("reason" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: searches in the console read whole tables';
END $$;
