-- What reminds members: messages missed while away, and premium that ends.
ALTER TABLE "conversation_member" ADD COLUMN "unread_since" TIMESTAMPTZ(3);

-- Whoever looks for what is due reads the head of these, however many rows there are.
CREATE INDEX "conversation_member_unread_since" ON "conversation_member" ("unread_since")
  WHERE "unread_since" IS NOT NULL;
CREATE INDEX "user_premium_until" ON "user" ("premium_until") WHERE "premium_until" IS NOT NULL;
-- What tells of somebody goes when they are gone.
CREATE INDEX "notification_candidate" ON "notification" ("candidate_id") WHERE "candidate_id" IS NOT NULL;
