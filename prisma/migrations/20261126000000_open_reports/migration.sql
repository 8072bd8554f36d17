-- One person has one open report about another: what they report further is added to it.
-- What is there already becomes one, the first of each pair, with everything that they wrote and all the evidence.
WITH pair AS (
  SELECT "reporter_id", "reported_id", (array_agg("id" ORDER BY "created", "id"))[1] AS "first"
  FROM "report"
  WHERE "status" = 'OPEN' AND "kind" = 'MEMBER'
  GROUP BY "reporter_id", "reported_id"
  HAVING count(*) > 1
), several AS (
  SELECT "report".*, pair."first"
  FROM "report" JOIN pair USING ("reporter_id", "reported_id")
  WHERE "report"."status" = 'OPEN' AND "report"."kind" = 'MEMBER'
), told AS (
  SELECT "first", left(string_agg("reason", E'\n\n' ORDER BY "created"), 10000) AS "reason",
    max("priority") AS "priority"
  FROM (
    SELECT "first", "reason", min("created") AS "created", max("priority") AS "priority"
    FROM several GROUP BY "first", "reason"
  ) said
  GROUP BY "first"
), said AS (
  SELECT "first", jsonb_agg("message" ORDER BY "place") AS "evidence"
  FROM (
    SELECT *, row_number() OVER (PARTITION BY "first" ORDER BY "place" DESC) AS "back"
    FROM (
      SELECT DISTINCT ON ("first", "message" ->> 'id') "first", "message", ("message" ->> 'id') COLLATE "C" AS "place"
      FROM several, jsonb_array_elements(several."evidence") AS "message"
      ORDER BY "first", "message" ->> 'id', "created"
    ) once
  ) counted
  WHERE "back" <= 200
  GROUP BY "first"
), gone AS (
  DELETE FROM "report" USING several WHERE "report"."id" = several."id" AND several."id" <> several."first"
)
UPDATE "report"
SET "reason" = told."reason", "priority" = told."priority", "evidence" = coalesce(said."evidence", '[]')
FROM told LEFT JOIN said USING ("first")
WHERE "report"."id" = told."first";

CREATE UNIQUE INDEX "report_one_open_of_a_reporter" ON "report"("reporter_id", "reported_id")
  WHERE "status" = 'OPEN' AND "kind" = 'MEMBER';
