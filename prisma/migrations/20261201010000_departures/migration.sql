ALTER TABLE "conversation_member" ADD COLUMN "leaving_since" TIMESTAMPTZ(3);
-- Few goodbyes wait at a time: the index holds only those.
CREATE INDEX "conversation_member_leaving_since" ON "conversation_member" ("leaving_since")
  WHERE "leaving_since" IS NOT NULL;
CREATE INDEX "conversation_member_leaving_user" ON "conversation_member" ("user_id")
  WHERE "leaving_since" IS NOT NULL;

CREATE TABLE "member_presence" (
  "user_id" UUID NOT NULL,
  "away_since" TIMESTAMPTZ(3),
  CONSTRAINT "member_presence_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "member_presence_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "member_presence_away_since" ON "member_presence" ("away_since") WHERE "away_since" IS NOT NULL;
