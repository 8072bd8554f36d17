-- Moderation with its audit log, strikes, appeals and held messages; ban signals; notifications with kinds; closing,
-- exporting and erasing an account.
-- CreateEnum
CREATE TYPE "ReportKind" AS ENUM ('MEMBER', 'MINOR', 'REPEATED', 'FILTER', 'EVASION');

-- CreateEnum
CREATE TYPE "ModerationKind" AS ENUM ('DISMISS', 'WARN', 'SUSPEND', 'BAN', 'PAUSE', 'REVERSE', 'UPHOLD', 'RELEASE_MESSAGE', 'REFUSE_MESSAGE', 'ROLE');

-- CreateEnum
CREATE TYPE "AppealStatus" AS ENUM ('OPEN', 'UPHELD', 'REVERSED');

-- CreateEnum
CREATE TYPE "HeldStatus" AS ENUM ('HELD', 'RELEASED', 'REFUSED');

-- CreateEnum
CREATE TYPE "SignalKind" AS ENUM ('email', 'device', 'address');

-- CreateEnum
CREATE TYPE "ExportStatus" AS ENUM ('QUEUED', 'RUNNING', 'READY', 'FAILED');

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "erase_after" TIMESTAMPTZ(3),
ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "missed_mailed_at" TIMESTAMPTZ(3),
ADD COLUMN     "missed_mails" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "device" BYTEA;

-- AlterTable
ALTER TABLE "report" ADD COLUMN     "kind" "ReportKind" NOT NULL DEFAULT 'MEMBER',
ADD COLUMN     "outcome" TEXT,
ALTER COLUMN "reporter_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "dedupe_key" TEXT,
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'notice';

-- CreateTable
CREATE TABLE "moderation_action" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" "ModerationKind" NOT NULL,
    "actor_id" UUID,
    "subject_id" UUID,
    "report_id" UUID,
    "reversed" UUID,
    "reason" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "moderation_action_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "strike" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "action_id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "strike_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "appeal" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "action_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "status" "AppealStatus" NOT NULL DEFAULT 'OPEN',
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "answer" TEXT,

    CONSTRAINT "appeal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "held_message" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "sender_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" "HeldStatus" NOT NULL DEFAULT 'HELD',
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "held_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ban_signal" (
    "kind" "SignalKind" NOT NULL,
    "hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ban_signal_pkey" PRIMARY KEY ("kind","hash","user_id")
);

-- CreateTable
CREATE TABLE "data_export" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "status" "ExportStatus" NOT NULL DEFAULT 'QUEUED',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed" TIMESTAMPTZ(3),
    "finished" TIMESTAMPTZ(3),
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "archive" BYTEA,
    "size" INTEGER,

    CONSTRAINT "data_export_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "server_secret" (
    "name" TEXT NOT NULL,
    "value" BYTEA NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "server_secret_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "moderation_action_subject_id_id_idx" ON "moderation_action"("subject_id", "id" DESC);

-- CreateIndex
CREATE INDEX "moderation_action_at_idx" ON "moderation_action"("at");

-- CreateIndex
CREATE UNIQUE INDEX "strike_action_id_key" ON "strike"("action_id");

-- CreateIndex
CREATE INDEX "strike_user_id_expires_idx" ON "strike"("user_id", "expires");

-- CreateIndex
CREATE UNIQUE INDEX "appeal_action_id_key" ON "appeal"("action_id");

-- CreateIndex
CREATE INDEX "appeal_status_created_idx" ON "appeal"("status", "created");

-- CreateIndex
CREATE INDEX "appeal_user_id_idx" ON "appeal"("user_id");

-- CreateIndex
CREATE INDEX "held_message_status_created_idx" ON "held_message"("status", "created");

-- CreateIndex
CREATE INDEX "held_message_sender_id_created_idx" ON "held_message"("sender_id", "created");

-- CreateIndex
CREATE INDEX "ban_signal_expires_idx" ON "ban_signal"("expires");

-- CreateIndex
CREATE INDEX "data_export_user_id_created_idx" ON "data_export"("user_id", "created" DESC);

-- CreateIndex
CREATE INDEX "data_export_status_created_idx" ON "data_export"("status", "created");

-- CreateIndex
CREATE INDEX "data_export_expires_idx" ON "data_export"("expires");

-- CreateIndex
CREATE INDEX "user_closed_at_idx" ON "user"("closed_at");

-- CreateIndex
CREATE INDEX "user_erase_after_idx" ON "user"("erase_after");

-- CreateIndex
CREATE INDEX "conversation_opened_at_idx" ON "conversation"("opened_at");

-- CreateIndex
CREATE UNIQUE INDEX "notification_user_id_dedupe_key_key" ON "notification"("user_id", "dedupe_key");

-- AddForeignKey
ALTER TABLE "strike" ADD CONSTRAINT "strike_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_message" ADD CONSTRAINT "held_message_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ban_signal" ADD CONSTRAINT "ban_signal_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Rules that hold whatever the code above does.
ALTER TABLE "report"
  ADD CONSTRAINT "report_of_a_member_names_them" CHECK (("kind" = 'MEMBER') = ("reporter_id" IS NOT NULL));
-- Our own defences report a person once until somebody has looked.
CREATE UNIQUE INDEX "report_one_open_of_a_kind" ON "report"("reported_id", "kind")
  WHERE "status" = 'OPEN' AND "kind" <> 'MEMBER';

ALTER TABLE "moderation_action"
  ADD CONSTRAINT "moderation_action_has_reason" CHECK (char_length(btrim("reason")) > 0);
CREATE FUNCTION "keep_moderation_action"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD."at" < now() - interval '24 months' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log cannot be changed';
END $$;
CREATE TRIGGER "moderation_action_is_kept" BEFORE UPDATE OR DELETE ON "moderation_action"
  FOR EACH ROW EXECUTE FUNCTION "keep_moderation_action"();
CREATE TRIGGER "moderation_action_is_not_emptied" BEFORE TRUNCATE ON "moderation_action"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_moderation_action"();

ALTER TABLE "appeal"
  ADD CONSTRAINT "appeal_has_text" CHECK (char_length("text") BETWEEN 1 AND 4000),
  ADD CONSTRAINT "appeal_decided_with_an_answer" CHECK (("status" = 'OPEN') = ("decided_at" IS NULL));
ALTER TABLE "strike"
  ADD CONSTRAINT "strike_expires" CHECK ("expires" > "created");
ALTER TABLE "data_export"
  ADD CONSTRAINT "data_export_progress" CHECK ("progress" BETWEEN 0 AND 100),
  ADD CONSTRAINT "data_export_ready_has_archive" CHECK ("status" <> 'READY' OR "archive" IS NOT NULL);
