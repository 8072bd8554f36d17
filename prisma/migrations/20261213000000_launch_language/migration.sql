-- The language of the page that an address was added with: the launch mail is written in it. Null: English.
ALTER TABLE "launch_notification" ADD COLUMN "language" TEXT;
