-- A generation of type 'mesh' works on an uploaded model; uploads hold pictures or models.
ALTER TABLE generation ADD COLUMN model TEXT CHECK ((model IS NOT NULL) = (type = 'mesh')); -- sha256 of the blob
ALTER TABLE upload ADD COLUMN kind TEXT NOT NULL DEFAULT 'picture' CHECK (kind IN ('picture', 'model'));
