-- An index on the breaks by their start. Reason: the report over all employees reads everybody's breaks of some days at once.
CREATE INDEX time_entry_break_by_start ON time_entry_break (started_at);
