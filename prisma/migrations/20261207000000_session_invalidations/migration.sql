-- Nodes cache the members of sessions. Every change of what they cache is recorded here in the same transaction, and each
-- node reads the new rows twice a second. A bucket is the last 16 bits of the member's id, so a row names no member.
CREATE TABLE "session_invalidation" (
  "id" BIGSERIAL NOT NULL,
  "bucket" INTEGER NOT NULL,
  -- The transaction of the change. A reader asks for transactions that its last snapshot did not contain.
  "xid" BIGINT NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "session_invalidation_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "session_invalidation_xid_idx" ON "session_invalidation"("xid");
CREATE INDEX "session_invalidation_at_idx" ON "session_invalidation"("at");

CREATE FUNCTION session_bucket(member UUID) RETURNS INTEGER LANGUAGE sql IMMUTABLE AS
  $$ SELECT ('x' || right(member::text, 4))::bit(16)::integer $$;

CREATE FUNCTION invalidate_sessions_of_user() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_invalidation (bucket) VALUES (session_bucket(NEW.id));
  RETURN NULL;
END $$;

CREATE FUNCTION invalidate_session() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_invalidation (bucket) VALUES (session_bucket(OLD.user_id));
  RETURN NULL;
END $$;

CREATE TRIGGER "user_changed" AFTER UPDATE ON "user" FOR EACH ROW WHEN (
  (OLD.user_name, OLD.display_name, OLD.email_verified, OLD.role, OLD.active, OLD.demo)
    IS DISTINCT FROM (NEW.user_name, NEW.display_name, NEW.email_verified, NEW.role, NEW.active, NEW.demo)
  OR (OLD.premium_until, OLD.suspended_until, OLD.banned_at, OLD.erased_at)
    IS DISTINCT FROM (NEW.premium_until, NEW.suspended_until, NEW.banned_at, NEW.erased_at)
  OR (OLD.interests, OLD.gender, OLD.filter_by_gender, OLD.looking_for, OLD.age)
    IS DISTINCT FROM (NEW.interests, NEW.gender, NEW.filter_by_gender, NEW.looking_for, NEW.age)
) EXECUTE FUNCTION invalidate_sessions_of_user();

CREATE TRIGGER "session_changed" AFTER UPDATE ON "session" FOR EACH ROW
  WHEN ((OLD.revoked_at, OLD.factor_at) IS DISTINCT FROM (NEW.revoked_at, NEW.factor_at))
  EXECUTE FUNCTION invalidate_session();

CREATE TRIGGER "session_deleted" AFTER DELETE ON "session" FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND OLD.expires > CURRENT_TIMESTAMP)
  EXECUTE FUNCTION invalidate_session();
