-- What a member's report is about. The member chooses it; reports of older nodes have none.
CREATE TYPE "ReportCategory" AS ENUM ('UNDERAGE', 'THREAT', 'SEXUAL', 'HATE', 'MONEY', 'SPAM', 'SELF_HARM', 'OTHER');
ALTER TABLE "report" ADD COLUMN "category" "ReportCategory";
