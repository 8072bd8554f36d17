-- A browser that takes push messages. It belongs to one session and ends with it.
CREATE TABLE "push_subscription" (
  "id" UUID PRIMARY KEY,
  "user_id" UUID NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "session_id" UUID NOT NULL REFERENCES "session" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "endpoint" TEXT NOT NULL,
  "service" TEXT NOT NULL,
  "p256dh" TEXT NOT NULL,
  "auth" TEXT NOT NULL,
  "server_key" TEXT NOT NULL,
  "created" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "last_sent" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "push_subscription_endpoint_key" ON "push_subscription" ("endpoint");
CREATE UNIQUE INDEX "push_subscription_session_id_key" ON "push_subscription" ("session_id");
CREATE INDEX "push_subscription_user_id_idx" ON "push_subscription" ("user_id");

-- What a member wants to be told by push, and when. A member without a row has the defaults.
CREATE TABLE "push_preference" (
  "user_id" UUID PRIMARY KEY REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "muted_kinds" TEXT[] NOT NULL DEFAULT '{}',
  "shows_names" BOOLEAN NOT NULL DEFAULT false,
  "quiet_from" TEXT,
  "quiet_until" TEXT,
  "time_zone" TEXT
);

-- A push message that is due. One for each browser and tag: a newer one replaces it.
CREATE TABLE "push_delivery" (
  "subscription_id" UUID NOT NULL REFERENCES "push_subscription" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "tag" TEXT NOT NULL,
  "version" UUID NOT NULL,
  "service" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "about_id" UUID,
  "conversation_id" UUID,
  "created" TIMESTAMPTZ(3) NOT NULL,
  "due" TIMESTAMPTZ(3) NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "push_delivery_pkey" PRIMARY KEY ("subscription_id", "tag")
);
CREATE INDEX "push_delivery_service_due_idx" ON "push_delivery" ("service", "due");

-- What ends a session ends its subscription in the same transaction.
CREATE FUNCTION "end_push_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscription WHERE session_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "session_ends_push" AFTER UPDATE OF "revoked_at" ON "session"
  FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL)
  EXECUTE FUNCTION "end_push_subscription"();
