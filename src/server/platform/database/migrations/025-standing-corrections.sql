-- Corrections are looked for by their day, on the board, and settled ones newest first. Reason: lists of them are read a page at a
-- time, however many there have been.
CREATE INDEX correction_standing ON correction (day) WHERE counts OR decided_by IS NULL;
CREATE INDEX correction_settled ON correction (decided_at DESC, id) WHERE decided_by IS NOT NULL;
