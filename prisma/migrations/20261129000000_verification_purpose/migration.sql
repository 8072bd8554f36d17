-- What the owner of a mailbox may do with a mailed code: codes mailed before verify an address.
CREATE TYPE "VerificationPurpose" AS ENUM ('VERIFY', 'REMOVE');

ALTER TABLE "email_verification" ADD COLUMN "purpose" "VerificationPurpose" NOT NULL DEFAULT 'VERIFY';
