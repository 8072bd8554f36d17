-- Which start counted towards the daily limit of the member: a second one of the pair on that day does not count, and one
-- that the partner left without a message is given back.
ALTER TABLE "conversation_member" ADD COLUMN "counted_day" DATE,
  ADD COLUMN "opening_counted" BOOLEAN NOT NULL DEFAULT false;
