-- A passkey of an account. Its private key never leaves the member's devices.
CREATE TABLE "passkey" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "credential_id" BYTEA NOT NULL,
  "public_key" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL DEFAULT 0,
  "transports" TEXT[],
  "backup_eligible" BOOLEAN NOT NULL,
  "backed_up" BOOLEAN NOT NULL,
  "name" TEXT NOT NULL,
  "created" TIMESTAMPTZ(3) NOT NULL,
  "last_used" TIMESTAMPTZ(3),

  CONSTRAINT "passkey_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "passkey_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey" ("credential_id");
CREATE INDEX "passkey_user_id_idx" ON "passkey" ("user_id");

-- Hashes of the challenges that passkeys answered. Each works once.
CREATE TABLE "used_passkey_challenge" (
  "hash" BYTEA NOT NULL,
  "expires" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "used_passkey_challenge_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "used_passkey_challenge_expires_idx" ON "used_passkey_challenge" ("expires");
