-- People nearby, nearest first, on an index: PostgreSQL's own points, no extension.
-- Mercator keeps angles, so that within the reach of "nearby" the nearest on the map is the nearest on the ground.
CREATE FUNCTION map_point("latitude" double precision, "longitude" double precision) RETURNS point
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN point("longitude", degrees(ln(tan(radians(45 + greatest(-85, least(85, "latitude")) / 2)))));

-- Stored positions are rounded, so many share one. Each stands at a place of its own within the rounding, made of the
-- public id alone: the order has no ties, and tells nothing that the rounded position does not.
CREATE FUNCTION near_point("id" uuid, "latitude" double precision, "longitude" double precision) RETURNS point
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN map_point(
    "latitude" + (uuid_hash("id") % 1000) * 0.000005,
    "longitude" + (uuid_hash_extended("id", 1) % 1000) * 0.000005
  );

CREATE INDEX "user_near" ON "user" USING gist (near_point("id", "latitude", "longitude"))
  WHERE "near_by" AND "active" AND "banned_at" IS NULL AND "latitude" IS NOT NULL;
-- One for each gender, so that a filter costs what no filter costs.
CREATE INDEX "user_near_male" ON "user" USING gist (near_point("id", "latitude", "longitude"))
  WHERE "near_by" AND "active" AND "banned_at" IS NULL AND "latitude" IS NOT NULL AND "gender" = 'Male';
CREATE INDEX "user_near_female" ON "user" USING gist (near_point("id", "latitude", "longitude"))
  WHERE "near_by" AND "active" AND "banned_at" IS NULL AND "latitude" IS NOT NULL AND "gender" = 'Female';
CREATE INDEX "user_near_transgender" ON "user" USING gist (near_point("id", "latitude", "longitude"))
  WHERE "near_by" AND "active" AND "banned_at" IS NULL AND "latitude" IS NOT NULL AND "gender" = 'Transgender';
