-- What a correction adds may begin before the clock-in that set an entry aside: that one had ended by then, not only later.
DROP TRIGGER counted_entry_stays ON counted_entry;
CREATE TRIGGER counted_entry_stays BEFORE UPDATE ON counted_entry FOR EACH ROW
  WHEN (NOT OLD.overlaps_earlier AND (OLD.clock_out IS NOT NULL OR NEW.overlaps_earlier
    OR (OLD.set_aside_at IS NOT NULL AND (NEW.set_aside_at <= OLD.set_aside_at) IS NOT TRUE)
    OR (NEW.id, NEW.user_id, NEW.clock_in, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.clock_in, OLD.created_at)))
  EXECUTE FUNCTION refuse_change_of_record();
