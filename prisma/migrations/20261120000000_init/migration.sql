-- CreateEnum
CREATE TYPE "Gender" AS ENUM ('Male', 'Female', 'Transgender');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('MEMBER', 'MODERATOR', 'ADMIN');

-- CreateEnum
CREATE TYPE "ReportStatus" AS ENUM ('OPEN', 'DISMISSED', 'ACTED');

-- CreateEnum
CREATE TYPE "VisitType" AS ENUM ('login', 'register');

-- CreateEnum
CREATE TYPE "PaymentProvider" AS ENUM ('razorpay', 'paypal');

-- CreateEnum
CREATE TYPE "PlanId" AS ENUM ('daily', 'weekly', 'monthly', 'annual');

-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('created', 'authorized', 'paid', 'failed', 'refunded');

-- CreateEnum
CREATE TYPE "TransactionStatus" AS ENUM ('completed', 'pending', 'authorized', 'failed', 'refunded');

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL,
    "user_name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "name" TEXT,
    "phone" TEXT NOT NULL,
    "city" TEXT,
    "state" TEXT,
    "country" TEXT,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "interests" TEXT[],
    "role" "Role" NOT NULL DEFAULT 'MEMBER',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "premium_until" TIMESTAMPTZ(3),
    "premium_cancelled" BOOLEAN NOT NULL DEFAULT false,
    "near_by" BOOLEAN NOT NULL DEFAULT false,
    "stars" INTEGER NOT NULL DEFAULT 0,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "stripe_customer_id" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "gender" "Gender" NOT NULL,
    "filter_by_gender" "Gender",
    "age" INTEGER NOT NULL,
    "looking_for" TEXT[],
    "suspended_until" TIMESTAMPTZ(3),
    "banned_at" TIMESTAMPTZ(3),
    "demo" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "user_agent" TEXT,
    "ip_address" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_verification" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_reset" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "code_hash" BYTEA,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversation" (
    "id" UUID NOT NULL,
    "low_user_id" UUID NOT NULL,
    "high_user_id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" UUID,

    CONSTRAINT "conversation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversation_member" (
    "conversation_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "read_through" UUID,
    "cleared_through" UUID,
    "last_activity" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_member_pkey" PRIMARY KEY ("conversation_id","user_id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "sender_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "client_message_id" TEXT,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "daily_conversation_start" (
    "user_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "daily_conversation_start_pkey" PRIMARY KEY ("user_id","day")
);

-- CreateTable
CREATE TABLE "block" (
    "blocker_id" UUID NOT NULL,
    "blocked_id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "block_pkey" PRIMARY KEY ("blocker_id","blocked_id")
);

-- CreateTable
CREATE TABLE "report" (
    "id" UUID NOT NULL,
    "reporter_id" UUID NOT NULL,
    "reported_id" UUID NOT NULL,
    "conversation_id" UUID,
    "reason" TEXT NOT NULL,
    "evidence" JSONB NOT NULL,
    "status" "ReportStatus" NOT NULL DEFAULT 'OPEN',
    "priority" INTEGER NOT NULL DEFAULT 0,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "profile_visitor" (
    "id" UUID NOT NULL,
    "visitor_id" UUID NOT NULL,
    "profile_owner_id" UUID NOT NULL,
    "visit_time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "visit_type" "VisitType" NOT NULL,
    "user_agent" TEXT,
    "ip_address" TEXT,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "accuracy" DOUBLE PRECISION,

    CONSTRAINT "profile_visitor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "heading" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read" BOOLEAN NOT NULL DEFAULT false,
    "path" TEXT,
    "user_data" JSONB,
    "image" TEXT,
    "candidate_id" UUID,
    "conversation_id" UUID,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "launch_notification" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "timestamp" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "notified" BOOLEAN NOT NULL DEFAULT false,
    "notified_at" TIMESTAMPTZ(3),
    "city" TEXT,
    "state" TEXT,
    "country" TEXT,

    CONSTRAINT "launch_notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "provider" "PaymentProvider" NOT NULL,
    "provider_order_id" TEXT NOT NULL,
    "plan" "PlanId" NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "status" "OrderStatus" NOT NULL DEFAULT 'created',
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transaction" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "provider" "PaymentProvider" NOT NULL,
    "provider_payment_id" TEXT NOT NULL,
    "status" "TransactionStatus" NOT NULL,
    "description" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "amount" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,

    CONSTRAINT "transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "premium_grant" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "transaction_id" UUID NOT NULL,
    "plan" "PlanId" NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "premium_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "provider" "PaymentProvider" NOT NULL,
    "event_id" TEXT NOT NULL,
    "received" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handled" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("provider","event_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_user_name_key" ON "user"("user_name");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_hash_key" ON "session"("token_hash");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_expires_idx" ON "session"("expires");

-- CreateIndex
CREATE UNIQUE INDEX "email_verification_code_hash_key" ON "email_verification"("code_hash");

-- CreateIndex
CREATE INDEX "email_verification_user_id_idx" ON "email_verification"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "password_reset_token_hash_key" ON "password_reset"("token_hash");

-- CreateIndex
CREATE INDEX "password_reset_user_id_idx" ON "password_reset"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "conversation_low_user_id_high_user_id_key" ON "conversation"("low_user_id", "high_user_id");

-- CreateIndex
CREATE INDEX "conversation_member_user_id_last_activity_idx" ON "conversation_member"("user_id", "last_activity" DESC);

-- CreateIndex
CREATE INDEX "message_conversation_id_id_idx" ON "message"("conversation_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "message_conversation_id_sender_id_client_message_id_key" ON "message"("conversation_id", "sender_id", "client_message_id");

-- CreateIndex
CREATE INDEX "block_blocked_id_idx" ON "block"("blocked_id");

-- CreateIndex
CREATE INDEX "report_status_priority_created_idx" ON "report"("status", "priority" DESC, "created");

-- CreateIndex
CREATE INDEX "report_reported_id_created_idx" ON "report"("reported_id", "created");

-- CreateIndex
CREATE INDEX "report_reporter_id_created_idx" ON "report"("reporter_id", "created");

-- CreateIndex
CREATE INDEX "profile_visitor_profile_owner_id_visit_time_idx" ON "profile_visitor"("profile_owner_id", "visit_time" DESC);

-- CreateIndex
CREATE INDEX "profile_visitor_visitor_id_idx" ON "profile_visitor"("visitor_id");

-- CreateIndex
CREATE INDEX "notification_user_id_id_idx" ON "notification"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "launch_notification_email_key" ON "launch_notification"("email");

-- CreateIndex
CREATE INDEX "launch_notification_notified_idx" ON "launch_notification"("notified");

-- CreateIndex
CREATE INDEX "order_user_id_created_idx" ON "order"("user_id", "created" DESC);

-- CreateIndex
CREATE INDEX "order_status_created_idx" ON "order"("status", "created");

-- CreateIndex
CREATE UNIQUE INDEX "order_provider_provider_order_id_key" ON "order"("provider", "provider_order_id");

-- CreateIndex
CREATE INDEX "transaction_user_id_date_idx" ON "transaction"("user_id", "date" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "transaction_provider_provider_payment_id_key" ON "transaction"("provider", "provider_payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "premium_grant_transaction_id_key" ON "premium_grant"("transaction_id");

-- CreateIndex
CREATE INDEX "premium_grant_user_id_valid_until_idx" ON "premium_grant"("user_id", "valid_until" DESC);

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_verification" ADD CONSTRAINT "email_verification_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation_member" ADD CONSTRAINT "conversation_member_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation_member" ADD CONSTRAINT "conversation_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "daily_conversation_start" ADD CONSTRAINT "daily_conversation_start_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "block" ADD CONSTRAINT "block_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "block" ADD CONSTRAINT "block_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_reported_id_fkey" FOREIGN KEY ("reported_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile_visitor" ADD CONSTRAINT "profile_visitor_visitor_id_fkey" FOREIGN KEY ("visitor_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile_visitor" ADD CONSTRAINT "profile_visitor_profile_owner_id_fkey" FOREIGN KEY ("profile_owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order" ADD CONSTRAINT "order_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transaction" ADD CONSTRAINT "transaction_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transaction" ADD CONSTRAINT "transaction_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "premium_grant" ADD CONSTRAINT "premium_grant_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "premium_grant" ADD CONSTRAINT "premium_grant_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rules that hold whatever the code above does.
ALTER TABLE "user"
  ADD CONSTRAINT "user_name_is_lower" CHECK ("user_name" = lower("user_name")),
  ADD CONSTRAINT "user_is_adult" CHECK ("age" BETWEEN 18 AND 100),
  ADD CONSTRAINT "user_display_name_length" CHECK (char_length("display_name") BETWEEN 1 AND 50),
  ADD CONSTRAINT "user_interests_bound" CHECK (cardinality("interests") <= 10),
  ADD CONSTRAINT "user_looking_for_bound" CHECK (cardinality("looking_for") <= 5),
  ADD CONSTRAINT "user_latitude_range" CHECK ("latitude" BETWEEN -90 AND 90),
  ADD CONSTRAINT "user_longitude_range" CHECK ("longitude" BETWEEN -180 AND 180),
  ADD CONSTRAINT "user_coordinates_together" CHECK (("latitude" IS NULL) = ("longitude" IS NULL));

ALTER TABLE "session"
  ADD CONSTRAINT "session_token_is_sha256" CHECK (octet_length("token_hash") = 32);

ALTER TABLE "conversation"
  ADD CONSTRAINT "conversation_pair_in_order" CHECK ("low_user_id" < "high_user_id");

ALTER TABLE "conversation_member"
  ADD CONSTRAINT "conversation_member_not_alone" CHECK ("user_id" <> "partner_id");

ALTER TABLE "message"
  ADD CONSTRAINT "message_body_length" CHECK (char_length("body") BETWEEN 1 AND 4000);

ALTER TABLE "block"
  ADD CONSTRAINT "block_not_oneself" CHECK ("blocker_id" <> "blocked_id");

ALTER TABLE "report"
  ADD CONSTRAINT "report_not_oneself" CHECK ("reporter_id" <> "reported_id"),
  ADD CONSTRAINT "report_has_reason" CHECK (char_length(btrim("reason")) > 0);

ALTER TABLE "daily_conversation_start"
  ADD CONSTRAINT "daily_conversation_start_not_negative" CHECK ("count" >= 0);

ALTER TABLE "order"
  ADD CONSTRAINT "order_amount_positive" CHECK ("amount" > 0),
  ADD CONSTRAINT "order_currency_code" CHECK ("currency" ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT "order_inr_is_razorpay" CHECK (("currency" = 'INR') = ("provider" = 'razorpay'));

ALTER TABLE "transaction"
  ADD CONSTRAINT "transaction_amount_positive" CHECK ("amount" > 0),
  ADD CONSTRAINT "transaction_currency_code" CHECK ("currency" ~ '^[A-Z]{3}$');

ALTER TABLE "premium_grant"
  ADD CONSTRAINT "premium_grant_has_length" CHECK ("valid_from" < "valid_until");
