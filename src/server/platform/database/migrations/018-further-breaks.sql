-- An index on the breaks after the first of their entry. Reason: the report over all employees adds them to the first ones, and to
-- find the few of them read all breaks of its days a second time.
CREATE INDEX time_entry_break_further ON time_entry_break (started_at) WHERE n > 1;
