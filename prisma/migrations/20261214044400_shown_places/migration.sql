-- Where People Nearby shows a member: another place, made of the member's cell by a secret of the server. The server fills
-- the columns of existing members at its start.
ALTER TABLE "user" ADD COLUMN "shown_latitude" DOUBLE PRECISION, ADD COLUMN "shown_longitude" DOUBLE PRECISION;
