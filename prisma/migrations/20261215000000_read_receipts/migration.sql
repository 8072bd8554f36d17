-- Whether the member and their partners see from each other that messages arrived and were read.
ALTER TABLE "user" ADD COLUMN "read_receipts" BOOLEAN NOT NULL DEFAULT true;

-- The latest message that a page of the member reported as received. Empty: none.
ALTER TABLE "conversation_member" ADD COLUMN "delivered_through" UUID;
