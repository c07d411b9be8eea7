-- Events of answers long given are thinned out: the messages say the same. 1: this run's are gone.
ALTER TABLE run ADD COLUMN thinned INTEGER NOT NULL DEFAULT 0;
CREATE INDEX run_to_thin ON run (finished_at) WHERE thinned = 0 AND finished_at IS NOT NULL;
