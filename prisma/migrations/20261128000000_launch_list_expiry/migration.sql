-- What is kept for a while only: the sweep finds what is due by these, however much there is beside it.
CREATE INDEX "held_message_decided_at" ON "held_message" ("decided_at") WHERE "decided_at" IS NOT NULL;
CREATE INDEX "launch_notification_notified_at" ON "launch_notification" ("notified_at")
  WHERE "notified_at" IS NOT NULL;
CREATE INDEX "launch_notification_timestamp_idx" ON "launch_notification" ("timestamp");
CREATE INDEX "launch_notification_origin" ON "launch_notification" ("timestamp")
  WHERE "ip_address" IS NOT NULL OR "user_agent" IS NOT NULL;

-- From where somebody joined the list is of no use once they were mailed.
UPDATE "launch_notification" SET "ip_address" = NULL, "user_agent" = NULL WHERE "notified";
