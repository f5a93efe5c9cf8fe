-- A correction whose times another admin set is self-decided, too, where the only admin agrees to it who is left since that one was demoted.
ALTER TABLE correction DROP CONSTRAINT correction_two_sides;
ALTER TABLE correction ADD CONSTRAINT correction_two_sides CHECK ((CASE state
  WHEN 'asked' THEN true
  WHEN 'sent-back' THEN asked_by = user_id AND sent_back_by <> user_id
  WHEN 'made' THEN asked_by <> user_id
  WHEN 'objected' THEN asked_by <> user_id AND objection IS NOT NULL
  WHEN 'taken-back' THEN asked_by <> user_id AND objection IS NOT NULL AND decided_by <> user_id
  WHEN 'declined' THEN asked_by = user_id AND decided_by <> user_id AND decision_reason IS NOT NULL
  WHEN 'withdrawn' THEN asked_by = user_id AND decided_by = user_id
  WHEN 'agreed' THEN
    decided_by = user_id AND (self_decided OR asked_by <> user_id OR sent_back_by IS NOT NULL)
    OR decided_by <> user_id AND NOT self_decided AND asked_by = user_id AND sent_back_by IS NULL
  END) IS TRUE);
