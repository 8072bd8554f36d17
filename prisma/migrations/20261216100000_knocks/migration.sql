-- How a knock ended. A knock without an answer waits until it expires.
CREATE TYPE "KnockAnswer" AS ENUM ('ACCEPTED', 'NOT_NOW', 'NEVER', 'WITHDRAWN');

-- That a member asked another one to talk, with the message that waits until they accept.
CREATE TABLE "knock" (
  "id" UUID NOT NULL,
  "from_id" UUID NOT NULL,
  "to_id" UUID NOT NULL,
  "conversation_id" UUID NOT NULL,
  "created" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "expires" TIMESTAMPTZ(3) NOT NULL,
  "answered_at" TIMESTAMPTZ(3),
  "answer" "KnockAnswer",
  "message_id" UUID,
  "message" TEXT,
  "message_time" TIMESTAMPTZ(3),
  "client_message_id" TEXT,

  CONSTRAINT "knock_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "knock_from_id_fkey" FOREIGN KEY ("from_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "knock_to_id_fkey" FOREIGN KEY ("to_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "knock_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation" ("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "knock_conversation_id_from_id_idx" ON "knock" ("conversation_id", "from_id");
CREATE INDEX "knock_from_id_created_idx" ON "knock" ("from_id", "created" DESC);
CREATE INDEX "knock_to_id_created_idx" ON "knock" ("to_id", "created" DESC);

-- Knocks of "refused_id" that "user_id" is never shown.
CREATE TABLE "knock_refusal" (
  "user_id" UUID NOT NULL,
  "refused_id" UUID NOT NULL,
  "created" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

  CONSTRAINT "knock_refusal_pkey" PRIMARY KEY ("user_id", "refused_id"),
  CONSTRAINT "knock_refusal_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "knock_refusal_refused_id_fkey" FOREIGN KEY ("refused_id") REFERENCES "user" ("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "knock_refusal_refused_id_idx" ON "knock_refusal" ("refused_id");
