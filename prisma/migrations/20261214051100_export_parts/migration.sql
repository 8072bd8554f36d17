-- How many nodes have begun an export, and the parts of its archive. Archives of the version before stay in their column.
ALTER TABLE "data_export" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "data_export_part" (
  "export_id" UUID NOT NULL,
  "number" INTEGER NOT NULL,
  "bytes" BYTEA NOT NULL,
  CONSTRAINT "data_export_part_pkey" PRIMARY KEY ("export_id", "number"),
  CONSTRAINT "data_export_part_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "data_export" ("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
-- The bytes are compressed already.
ALTER TABLE "data_export_part" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
