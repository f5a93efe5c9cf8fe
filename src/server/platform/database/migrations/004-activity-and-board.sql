-- Indexes for the activity feed and for entries that end today. Reason: with thousands of people and a year, a feed of one
-- person or of one kind, and the night shifts that went home this morning, would each be looked for in every row there is.

CREATE INDEX activity_notification_by_user ON activity_notification (user_id, at DESC, id);
CREATE INDEX activity_notification_by_type ON activity_notification (type, at DESC, id);
CREATE INDEX time_entry_by_clock_out ON time_entry (clock_out);
