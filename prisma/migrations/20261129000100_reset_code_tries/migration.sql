-- Tries are counted per code and network, beside the other rate limits.
ALTER TABLE "password_reset" DROP COLUMN "attempts";
