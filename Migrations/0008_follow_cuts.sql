-- What followers of the journal and seals ask: the entries of a lane from a beat on (docs/decisions/0022).
--
-- A batch's entries have one (lane, beat), so that an index page holds one key with many places.
CREATE INDEX entries_cut ON entries (lane, beat);
