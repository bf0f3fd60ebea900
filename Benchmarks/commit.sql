-- The yardstick for latency: one row, one transaction, one flush to the disk.
CREATE TABLE commits (at timestamptz NOT NULL);
