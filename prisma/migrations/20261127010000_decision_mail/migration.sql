-- Which mail about a decision was handed over, and which is still to be; when something was decided, to find what nobody
-- was told of.
CREATE TABLE "decision_mail" (
    "action_id" UUID NOT NULL,
    "appeal" BOOLEAN NOT NULL,
    "user_id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due" TIMESTAMPTZ(3),

    CONSTRAINT "decision_mail_pkey" PRIMARY KEY ("action_id","appeal")
);

CREATE INDEX "decision_mail_user_id_idx" ON "decision_mail"("user_id");
CREATE INDEX "report_decided_at_idx" ON "report"("decided_at");
CREATE INDEX "appeal_decided_at_idx" ON "appeal"("decided_at");

ALTER TABLE "decision_mail" ADD CONSTRAINT "decision_mail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever looks for what is due reads the head of this, however many rows there are.
CREATE INDEX "decision_mail_due" ON "decision_mail" ("due") WHERE "due" IS NOT NULL;

-- What was decided before was mailed when it was decided, or never will be.
INSERT INTO "decision_mail" ("action_id", "appeal", "user_id", "created")
SELECT "moderation_action"."id", false, "user"."id", "at"
FROM "moderation_action" JOIN "user" ON "user"."id" = "subject_id"
WHERE "kind" IN ('SUSPEND', 'PAUSE', 'BAN');
INSERT INTO "decision_mail" ("action_id", "appeal", "user_id", "created")
SELECT "action_id", true, "user_id", "decided_at" FROM "appeal" WHERE "decided_at" IS NOT NULL;
