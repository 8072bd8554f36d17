-- The youngest and the oldest age that a member wants to be matched with by chance. Null: no such limit.
ALTER TABLE "user" ADD COLUMN "min_partner_age" INTEGER;
ALTER TABLE "user" ADD COLUMN "max_partner_age" INTEGER;
ALTER TABLE "user" ADD CONSTRAINT "user_partner_ages" CHECK (
  "min_partner_age" BETWEEN 18 AND 100 IS NOT FALSE
  AND "max_partner_age" BETWEEN 18 AND 100 IS NOT FALSE
  AND "min_partner_age" <= "max_partner_age" IS NOT FALSE
) NOT VALID;

-- Nodes cache them with the member of a session.
CREATE TRIGGER "user_partner_ages_changed" AFTER UPDATE ON "user" FOR EACH ROW
  WHEN ((OLD.min_partner_age, OLD.max_partner_age) IS DISTINCT FROM (NEW.min_partner_age, NEW.max_partner_age))
  EXECUTE FUNCTION invalidate_sessions_of_user();
