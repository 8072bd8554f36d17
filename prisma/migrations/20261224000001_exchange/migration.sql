-- Whether both members searched for an exchange of languages when the conversation was opened last.
ALTER TABLE "conversation" ADD COLUMN "exchange" BOOLEAN NOT NULL DEFAULT false;
