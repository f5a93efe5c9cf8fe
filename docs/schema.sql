-- The tables as they stand after all migrations. Written by: npx vitest run tests/server/schema.test.ts -u
-- Sentences come from COMMENT ON. A check of one column has none if it says itself.
-- Each table also has the trigger refuse_older_server. Rights of the application: src/server/platform/database/rights.ts.

-- A person who may sign in: employee or administrator. Nobody is ever deleted.
CREATE TABLE account (
  id uuid NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- Name of the studio. Administrators may have typed another.
  department text NOT NULL DEFAULT 'General',
  "position" text NOT NULL DEFAULT 'Employee',
  hub text NOT NULL DEFAULT '',
  employee_id text NOT NULL,
  must_change_password boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  -- The ledger holds name and email as digests made with this salt. Erased with them.
  ledger_salt bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()),
  password_expires_at timestamptz(3),
  awaits_approval boolean NOT NULL DEFAULT false,
  payroll_number text NOT NULL DEFAULT '',
  has_second_factor boolean NOT NULL DEFAULT false,
  -- Set by triggers, since each request reads it. Null with a factor, or without need of one.
  second_factor_by timestamptz(3),
  -- First day of employment, or '' for the day of the account.
  employed_since text NOT NULL DEFAULT '',
  -- Null: the language of the workplace.
  language text,
  CONSTRAINT account_pkey PRIMARY KEY (id),
  CONSTRAINT account_email_key UNIQUE (email),
  CONSTRAINT account_employee_id_key UNIQUE (employee_id),
  CONSTRAINT account_email_check CHECK (email = lower(email COLLATE "C") AND email <> ''),
  CONSTRAINT account_employed_since_check CHECK (employed_since ~ '^(\d{4}-\d\d-\d\d)?$'),
  CONSTRAINT account_language_check CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  CONSTRAINT account_ledger_salt_check CHECK (length(ledger_salt) = 16),
  CONSTRAINT account_name_check CHECK (name <> ''),
  -- Only a temporary password expires.
  CONSTRAINT account_own_password_stays CHECK (must_change_password OR password_expires_at IS NULL),
  CONSTRAINT account_payroll_number_check CHECK (length(payroll_number) <= 40),
  CONSTRAINT account_role_check CHECK (role IN ('admin', 'employee')),
  -- Somebody who registered and waits for approval is not active.
  CONSTRAINT account_waits_inactive CHECK (NOT (awaits_approval AND is_active))
);

CREATE INDEX account_by_department ON account (department);

-- Sets by when the person needs a second factor.
CREATE TRIGGER due_second_factor BEFORE INSERT OR UPDATE OF role, has_second_factor ON account FOR EACH ROW
  EXECUTE FUNCTION due_second_factor();

-- One administrator stays active, also when two take each other out at once.
CREATE TRIGGER keep_an_admin AFTER UPDATE OF role, is_active ON account FOR EACH ROW WHEN (old.role = 'admin'
  AND old.is_active AND NOT (new.role = 'admin' AND new.is_active)) EXECUTE FUNCTION keep_an_admin();

-- A line of the activity feed. The ledger holds a digest of its text, made with the salt.
CREATE TABLE activity_notification (
  id uuid NOT NULL,
  type text NOT NULL,
  severity text NOT NULL,
  message text NOT NULL,
  user_id uuid NOT NULL,
  user_name text NOT NULL,
  entry_id uuid,
  at timestamptz(3) NOT NULL,
  read boolean NOT NULL DEFAULT false,
  salt bytea,
  CONSTRAINT activity_notification_pkey PRIMARY KEY (id),
  CONSTRAINT activity_notification_salt_check CHECK (length(salt) = 16)
);

CREATE INDEX activity_notification_by_time ON activity_notification (at DESC, id);

CREATE INDEX activity_notification_by_type ON activity_notification (type, at DESC, id);

CREATE INDEX activity_notification_by_user ON activity_notification (user_id, at DESC, id);

-- Badges and cards, as digests (HMAC) by a key that is in no table.
CREATE TABLE badge (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  kind text NOT NULL,
  digest bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  CONSTRAINT badge_pkey PRIMARY KEY (id),
  CONSTRAINT badge_digest_key UNIQUE (digest),
  CONSTRAINT badge_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  CONSTRAINT badge_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT badge_digest_check CHECK (length(digest) = 32),
  CONSTRAINT badge_kind_check CHECK (kind IN ('badge', 'card'))
);

CREATE INDEX badge_of ON badge (user_id);

-- A private calendar address, one of each kind a person. Only its hash is stored.
CREATE TABLE calendar_key (
  user_id uuid NOT NULL,
  scope text NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT calendar_key_pkey PRIMARY KEY (user_id, scope),
  CONSTRAINT calendar_key_hash_key UNIQUE (hash),
  CONSTRAINT calendar_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT calendar_key_hash_check CHECK (length(hash) = 32),
  CONSTRAINT calendar_key_scope_check CHECK (scope IN ('own', 'people'))
);

-- A request to change the times of a day, or leave: who asked, who decided, why, and its state.
CREATE TABLE correction (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  day date NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'asked',
  -- The administrator who set the times of the items since.
  sent_back_by uuid,
  decided_by uuid,
  decided_at timestamptz(3),
  decision_reason text,
  objection text,
  -- Decided by the person who set the times, as the only administrator.
  self_decided boolean NOT NULL DEFAULT false,
  -- The ledger holds digests of the three texts, made with this salt. Erased with them.
  salt bytea NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  subject text NOT NULL DEFAULT 'times',
  counts boolean NOT NULL GENERATED ALWAYS AS (state IN ('agreed', 'made', 'objected', 'declared', 'declared-over')) STORED,
  -- Made of presses that a device kept without a network: it may begin or end what runs.
  is_kept boolean NOT NULL DEFAULT false,
  CONSTRAINT correction_pkey PRIMARY KEY (id),
  CONSTRAINT correction_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES account(id),
  CONSTRAINT correction_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  CONSTRAINT correction_sent_back_by_fkey FOREIGN KEY (sent_back_by) REFERENCES account(id),
  CONSTRAINT correction_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  CONSTRAINT correction_decision_reason_check CHECK (decision_reason <> '' AND length(decision_reason) <= 500),
  CONSTRAINT correction_objection_check CHECK (objection <> '' AND length(objection) <= 500),
  -- Leave needs no reason.
  CONSTRAINT correction_reason_check CHECK ((reason <> '' OR subject = 'leave') AND length(reason) <= 500),
  CONSTRAINT correction_salt_check CHECK (length(salt) = 16),
  -- A decided request has a person and a time, one that waits has neither.
  CONSTRAINT correction_settled CHECK ((decided_by IS NULL) = (decided_at IS NULL) AND (state = 'agreed'
    OR NOT self_decided) AND
  CASE
      WHEN state = 'objected' THEN decided_by IS NULL OR decided_by <> user_id AND decision_reason IS NOT NULL
      ELSE (decided_by IS NULL) = (state IN ('asked', 'sent-back', 'made', 'proposed', 'declared-over'))
  END),
  -- Only leave is proposed or declared.
  CONSTRAINT correction_state_check CHECK ((state IN ('asked', 'sent-back', 'agreed', 'declined', 'withdrawn', 'made', 'objected', 'taken-back'))
    OR subject = 'leave' AND (state IN ('proposed', 'declared', 'declared-over'))),
  CONSTRAINT correction_subject_check CHECK (subject IN ('times', 'leave')),
  -- Nobody agrees alone to times that they set, but a marked only administrator.
  CONSTRAINT correction_two_sides CHECK (
  CASE state
      WHEN 'asked' THEN true
      WHEN 'sent-back' THEN asked_by = user_id AND sent_back_by <> user_id
      WHEN 'made' THEN asked_by <> user_id
      WHEN 'proposed' THEN asked_by <> user_id
      WHEN 'declared' THEN asked_by = user_id AND decided_by = user_id
      WHEN 'declared-over' THEN asked_by = user_id
      WHEN 'objected' THEN asked_by <> user_id AND objection IS NOT NULL
      WHEN 'taken-back' THEN asked_by <> user_id AND objection IS NOT NULL AND decided_by <> user_id
      WHEN 'declined' THEN (asked_by = user_id) <> (decided_by = user_id) AND decision_reason IS NOT NULL
      WHEN 'withdrawn' THEN (asked_by = user_id) = (decided_by = user_id)
      WHEN 'agreed' THEN decided_by = user_id AND (self_decided OR asked_by <> user_id OR sent_back_by IS NOT NULL)
    OR decided_by <> user_id AND NOT self_decided AND asked_by = user_id AND sent_back_by IS NULL
      ELSE NULL::boolean
  END IS TRUE)
);

CREATE INDEX correction_by_user ON correction (user_id, day);

CREATE INDEX correction_settled ON correction (decided_at DESC, id) WHERE (decided_by IS NOT NULL);

CREATE INDEX correction_standing ON correction (day) WHERE (counts OR (decided_by IS NULL));

CREATE INDEX correction_unsettled ON correction (asked_at, id) WHERE (decided_by IS NULL);

-- Puts the new times of the items in place of the old ones, or back. Nothing else changes what has ended.
CREATE TRIGGER apply_correction AFTER UPDATE ON correction FOR EACH ROW WHEN (old.counts <> new.counts
  AND new.subject = 'times') EXECUTE FUNCTION apply_correction();

-- The same for leave. Nothing else writes leave.
CREATE TRIGGER apply_leave AFTER UPDATE ON correction FOR EACH ROW WHEN (old.counts <> new.counts
  AND new.subject = 'leave') EXECUTE FUNCTION apply_leave();

-- A request moves only from these states to these, and within a minute back from a decision.
CREATE TRIGGER correction_moves BEFORE UPDATE ON correction FOR EACH ROW WHEN (old.state <> new.state
  AND (old.state <> 'asked' OR new.state <> 'agreed') AND (old.state <> 'asked' OR new.state <> 'declined')
  AND (old.state <> 'asked' OR new.state <> 'sent-back') AND (old.state <> 'asked' OR new.state <> 'withdrawn')
  AND (old.state <> 'asked' OR new.state <> 'made') AND (old.state <> 'sent-back' OR new.state <> 'agreed')
  AND (old.state <> 'sent-back' OR new.state <> 'declined') AND (old.state <> 'sent-back' OR new.state <> 'withdrawn')
  AND (old.state <> 'made' OR new.state <> 'agreed') AND (old.state <> 'made' OR new.state <> 'objected')
  AND (old.state <> 'objected' OR new.state <> 'agreed') AND (old.state <> 'objected' OR new.state <> 'taken-back')
  AND (old.state <> 'asked' OR new.state <> 'declared') AND (old.state <> 'asked' OR new.state <> 'proposed')
  AND (old.state <> 'proposed' OR new.state <> 'agreed') AND (old.state <> 'proposed' OR new.state <> 'declined')
  AND (old.state <> 'proposed' OR new.state <> 'withdrawn') AND (old.state <> 'asked' OR new.state <> 'declared-over')
  AND (old.state <> 'declared-over' OR new.state <> 'agreed') AND (old.state <> 'declared-over'
  OR new.state <> 'declined') AND (old.state <> 'declared-over' OR new.state <> 'withdrawn')
  AND NOT ((new.state =
        CASE old.state
            WHEN 'declared' THEN 'withdrawn'
            ELSE 'asked'
        END OR new.state = 'declared-over' AND new.subject = 'leave' AND old.state <> 'declared')
  AND (old.state IN ('agreed', 'declined', 'declared')) AND old.asked_by = old.user_id AND old.sent_back_by IS NULL
  AND (old.decided_by = old.user_id) = (old.state = 'declared') AND new.updated_at <= (old.decided_at + '00:01:00'::interval)))
  EXECUTE FUNCTION refuse_move_of_correction();

-- Counts each step: the application may not write the version.
CREATE TRIGGER correction_steps BEFORE UPDATE ON correction FOR EACH ROW WHEN (old.state <> new.state
  AND (new.state NOT IN ('made', 'declared', 'proposed', 'declared-over')) OR old.decided_at IS DISTINCT FROM new.decided_at
  AND old.state <> 'asked') EXECUTE FUNCTION count_step_of_correction();

-- Old and new times of an entry: {"clockIn", "clockOut", "breaks": [{"start", "end"}]}. Of leave: {"kind", "first", "last", "half"}.
CREATE TABLE correction_item (
  correction_id uuid NOT NULL,
  n integer NOT NULL,
  -- No foreign key: the entry may come only by this, or may have been removed.
  entry_id uuid NOT NULL,
  -- Null: a missing entry is added.
  old jsonb,
  -- Null: an entry made by mistake is removed.
  new jsonb,
  -- The row of counted_entry that gave way last, so that it can come back whole.
  gave_way jsonb,
  CONSTRAINT correction_item_pkey PRIMARY KEY (correction_id, n),
  CONSTRAINT correction_item_correction_id_entry_id_key UNIQUE (correction_id, entry_id),
  CONSTRAINT correction_item_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES correction(id),
  -- An item changes something.
  CONSTRAINT correction_item_changes CHECK (old IS DISTINCT FROM new),
  CONSTRAINT correction_item_n_check CHECK (n >= 1),
  CONSTRAINT correction_item_new_check CHECK (jsonb_typeof(new) = 'object'),
  CONSTRAINT correction_item_old_check CHECK (jsonb_typeof(old) = 'object')
);

CREATE INDEX correction_item_by_entry ON correction_item (entry_id);

CREATE INDEX correction_item_gives_way ON correction_item (correction_id) WHERE ((n > 1)
  AND (COALESCE(old, new) ? 'kind'));

-- Items change only while nobody has agreed to them.
CREATE TRIGGER correction_items_stay BEFORE INSERT OR DELETE OR UPDATE OF correction_id, n, entry_id, old, new ON correction_item FOR EACH ROW
  EXECUTE FUNCTION check_items_wait();

-- The breaks that count of an entry, in their order.
CREATE TABLE counted_break (
  entry_id uuid NOT NULL,
  n integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT counted_break_pkey PRIMARY KEY (entry_id, n),
  CONSTRAINT counted_break_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES counted_entry(id),
  -- A break ends after it starts.
  CONSTRAINT counted_break_check CHECK (ended_at >= started_at),
  CONSTRAINT counted_break_n_check CHECK (n >= 1)
);

CREATE INDEX counted_break_by_start ON counted_break (started_at);

CREATE INDEX counted_break_further ON counted_break (started_at) WHERE (n > 1);

CREATE UNIQUE INDEX counted_break_one_open ON counted_break (entry_id) WHERE (ended_at IS NULL);

-- Breaks lie within their entry and do not overlap.
CREATE TRIGGER check_break AFTER INSERT OR UPDATE ON counted_break FOR EACH ROW EXECUTE FUNCTION check_break();

-- No ended break comes into a closed period.
CREATE TRIGGER counted_break_added AFTER INSERT ON counted_break FOR EACH ROW WHEN (new.ended_at IS NOT NULL)
  EXECUTE FUNCTION check_period_of_break();

-- Only a correction removes a break.
CREATE TRIGGER counted_break_gives_way BEFORE DELETE ON counted_break FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();

-- Only the end of an open break changes.
CREATE TRIGGER counted_break_stays BEFORE UPDATE ON counted_break FOR EACH ROW WHEN (old.ended_at IS NOT NULL
  OR new.entry_id IS DISTINCT FROM old.entry_id OR new.n IS DISTINCT FROM old.n OR new.started_at IS DISTINCT FROM old.started_at)
  EXECUTE FUNCTION refuse_change_of_record();

-- The times that count, by punches, stated ends and corrections. Punches themselves stand on the ledger.
CREATE TABLE counted_entry (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  clock_in timestamptz(3) NOT NULL,
  clock_out timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- Marks an entry from before overlaps were refused.
  overlaps_earlier boolean NOT NULL DEFAULT false,
  -- The later clock-in that set it aside, left open: it counts nothing until its end is stated.
  set_aside_at timestamptz(3),
  CONSTRAINT counted_entry_pkey PRIMARY KEY (id),
  CONSTRAINT counted_entry_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  -- No two entries of a person overlap.
  CONSTRAINT counted_entry_apart EXCLUDE USING gist (user_id WITH =, tstzrange(clock_in, COALESCE(clock_out, set_aside_at)) WITH &&) WHERE (NOT overlaps_earlier),
  -- An entry ends after it starts.
  CONSTRAINT counted_entry_check CHECK (clock_out >= clock_in),
  -- Only a later clock-in sets an entry aside.
  CONSTRAINT counted_entry_check1 CHECK (set_aside_at >= clock_in)
);

CREATE INDEX counted_entry_by_clock_in ON counted_entry (clock_in);

CREATE INDEX counted_entry_by_clock_out ON counted_entry (clock_out);

CREATE INDEX counted_entry_by_user ON counted_entry (user_id, clock_in DESC);

CREATE UNIQUE INDEX counted_entry_one_open ON counted_entry (user_id) WHERE ((clock_out IS NULL)
  AND (set_aside_at IS NULL));

-- Breaks stay within an entry that changes. Once a statement, since punches are written together.
CREATE TRIGGER check_breaks_of_entry AFTER UPDATE ON counted_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION check_breaks_of_entry();

-- Only a correction removes an entry.
CREATE TRIGGER counted_entry_gives_way BEFORE DELETE ON counted_entry FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();

-- No entry comes into a closed period. Once a statement, since punches are written together.
CREATE TRIGGER counted_entry_in_open_period AFTER INSERT ON counted_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION check_periods_open();

-- No ended or moved entry changes in a closed period.
CREATE TRIGGER counted_entry_mended AFTER UPDATE ON counted_entry FOR EACH ROW WHEN (old.clock_out IS NOT NULL
  OR new.user_id IS DISTINCT FROM old.user_id OR new.clock_in IS DISTINCT FROM old.clock_in)
  EXECUTE FUNCTION check_period_of_entry();

-- No entry goes from a closed period.
CREATE TRIGGER counted_entry_of_open_period AFTER DELETE ON counted_entry REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION check_periods_open();

-- A person and a start stay, and an end once there is one. An entry that overlaps an earlier one can be mended.
CREATE TRIGGER counted_entry_stays BEFORE UPDATE ON counted_entry FOR EACH ROW WHEN (NOT old.overlaps_earlier
  AND (old.clock_out IS NOT NULL OR new.overlaps_earlier OR old.set_aside_at IS NOT NULL AND (new.set_aside_at <= old.set_aside_at) IS NOT TRUE
  OR new.id IS DISTINCT FROM old.id OR new.user_id IS DISTINCT FROM old.user_id OR new.clock_in IS DISTINCT FROM old.clock_in
  OR new.created_at IS DISTINCT FROM old.created_at)) EXECUTE FUNCTION refuse_change_of_record();

-- The leave that counts.
CREATE TABLE counted_leave (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  first date NOT NULL,
  last date NOT NULL,
  half text,
  -- Of two halves of a day: servers before 48 would see one.
  shares_day boolean NOT NULL DEFAULT false,
  CONSTRAINT counted_leave_pkey PRIMARY KEY (id),
  CONSTRAINT counted_leave_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  -- No two leaves of a person share a half-day. One number a half-day: mornings are even.
  CONSTRAINT counted_leave_apart EXCLUDE USING gist (user_id WITH =, int4range(2 * (first - '2000-01-01'::date) +
  CASE half
      WHEN 'afternoon' THEN 1
      ELSE 0
  END, 2 * (last - '2000-01-01'::date) +
  CASE half
      WHEN 'morning' THEN 1
      ELSE 2
  END) WITH &&),
  -- Leave ends on its first day or later.
  CONSTRAINT counted_leave_check CHECK (last >= first),
  -- Only leave of one day can be of half a day.
  CONSTRAINT counted_leave_check1 CHECK (half IS NULL OR (half IN ('morning', 'afternoon')) AND first = last),
  CONSTRAINT counted_leave_kind_check CHECK (kind <> '')
);

CREATE INDEX counted_leave_by_day ON counted_leave (last, first);

CREATE INDEX counted_leave_shared ON counted_leave (id) WHERE shares_day;

-- Public holidays and other free days of the workplace.
CREATE TABLE holiday (
  day date NOT NULL,
  name text NOT NULL,
  is_half boolean NOT NULL,
  is_afternoon boolean NOT NULL DEFAULT false,
  CONSTRAINT holiday_pkey PRIMARY KEY (day),
  -- Only half a holiday is free in the afternoon.
  CONSTRAINT holiday_check CHECK (is_half OR NOT is_afternoon),
  CONSTRAINT holiday_name_check CHECK (name <> '')
);

-- Parts of studios.
CREATE TABLE hub (
  id uuid NOT NULL,
  studio_id uuid NOT NULL,
  place integer NOT NULL,
  name text NOT NULL,
  -- Stays with the people who have it, and is offered to nobody else.
  is_retired boolean NOT NULL DEFAULT false,
  CONSTRAINT hub_pkey PRIMARY KEY (id),
  CONSTRAINT hub_studio_id_name_key UNIQUE (studio_id, name) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT hub_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  CONSTRAINT hub_name_check CHECK (name <> '' AND length(name) <= 120)
);

-- A subject of the OpenID Connect provider, and its account. A subject never changes, an email may go to somebody else.
CREATE TABLE identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  account uuid NOT NULL,
  linked_at timestamptz(3) NOT NULL,
  CONSTRAINT identity_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT identity_account_fkey FOREIGN KEY (account) REFERENCES account(id),
  CONSTRAINT identity_subject_check CHECK (subject <> '' AND length(subject) <= 255)
);

CREATE INDEX identity_by_account ON identity (account);

-- A sign-in by the provider needs no second factor here.
CREATE TRIGGER due_no_second_factor AFTER INSERT ON identity FOR EACH ROW EXECUTE FUNCTION due_no_second_factor();

-- One row. Cookies carry a part of its id, since cookies ignore ports.
CREATE TABLE installation (
  one boolean NOT NULL DEFAULT true,
  id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Seals the places in the feed that browsers hold: they are made of transaction numbers.
  cursor_key bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  CONSTRAINT installation_pkey PRIMARY KEY (one),
  CONSTRAINT installation_cursor_key_check CHECK (length(cursor_key) = 32),
  CONSTRAINT installation_one_check CHECK (one)
);

-- Employee IDs handed out by registration. Each is accepted once.
CREATE TABLE issued_employee_id (
  employee_id text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT issued_employee_id_pkey PRIMARY KEY (employee_id)
);

CREATE INDEX issued_employee_id_by_expiry ON issued_employee_id (expires_at);

-- What became of each press that a device kept without a network.
CREATE TABLE kept_press (
  sender uuid NOT NULL GENERATED ALWAYS AS (COALESCE(kiosk_id, user_id)) STORED,
  -- Null: a device of the person's own.
  kiosk_id uuid,
  request_id uuid NOT NULL,
  counter bigint NOT NULL,
  punch text NOT NULL,
  -- Null: the badge or PIN was unknown.
  user_id uuid,
  claimed_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  outcome text NOT NULL,
  reason text,
  correction_id uuid,
  CONSTRAINT kept_press_pkey PRIMARY KEY (sender, request_id),
  CONSTRAINT kept_press_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES correction(id),
  CONSTRAINT kept_press_kiosk_id_fkey FOREIGN KEY (kiosk_id) REFERENCES kiosk(id),
  CONSTRAINT kept_press_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  -- Only a recorded press needs no reason.
  CONSTRAINT kept_press_check CHECK ((reason IS NULL) = (outcome = 'recorded')),
  -- A requested press names its correction.
  CONSTRAINT kept_press_check1 CHECK ((correction_id IS NULL) = (outcome <> 'requested')),
  CONSTRAINT kept_press_outcome_check CHECK (outcome IN ('recorded', 'requested', 'refused')),
  CONSTRAINT kept_press_punch_check CHECK (punch IN ('clock_in', 'break_start', 'break_end', 'clock_out'))
);

CREATE INDEX kept_press_newest ON kept_press (sender, received_at DESC, counter DESC);

-- A browser by the door, where people punch by badge or PIN. Its token calls the kiosk's routes only.
CREATE TABLE kiosk (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  -- Studios and hubs whose people may use it: [{"scope", "id"}]. Empty: everybody.
  scope jsonb NOT NULL,
  options jsonb NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid NOT NULL,
  revoked_at timestamptz(3),
  seen_at timestamptz(3),
  -- Last contact while the kiosk kept no press.
  heard_at timestamptz(3),
  page_version text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT kiosk_pkey PRIMARY KEY (id),
  CONSTRAINT kiosk_token_hash_key UNIQUE (token_hash),
  CONSTRAINT kiosk_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  CONSTRAINT kiosk_name_check CHECK (name <> ''),
  CONSTRAINT kiosk_token_hash_check CHECK (length(token_hash) = 32)
);

-- Key to which tablets encrypt badges and PINs that they keep. The private half is sealed by a key that is in no table.
CREATE TABLE kiosk_key (
  one boolean NOT NULL DEFAULT true,
  public_key bytea NOT NULL,
  private_key bytea NOT NULL,
  CONSTRAINT kiosk_key_pkey PRIMARY KEY (one),
  CONSTRAINT kiosk_key_one_check CHECK (one)
);

-- Browsers that show a code and wait for an administrator to type it.
CREATE TABLE kiosk_pairing (
  token_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT kiosk_pairing_pkey PRIMARY KEY (token_hash),
  CONSTRAINT kiosk_pairing_code_hash_key UNIQUE (code_hash),
  CONSTRAINT kiosk_pairing_code_hash_check CHECK (length(code_hash) = 32),
  CONSTRAINT kiosk_pairing_token_hash_check CHECK (length(token_hash) = 32)
);

-- A browser in which the person has signed in: guesses made elsewhere do not lock it out.
CREATE TABLE known_device (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  -- When the second factor was passed here, on a device called own.
  factor_at timestamptz(3),
  CONSTRAINT known_device_pkey PRIMARY KEY (token_hash, user_id),
  CONSTRAINT known_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT known_device_token_hash_check CHECK (length(token_hash) = 32)
);

CREATE INDEX known_device_by_use ON known_device (last_used_at);

-- An employee leads a studio, a hub or one person, from a day until a day.
CREATE TABLE lead (
  lead_id uuid NOT NULL,
  n integer NOT NULL,
  scope text NOT NULL,
  -- A studio, a hub or an account. A removed studio has nobody.
  scope_id uuid NOT NULL,
  from_day date NOT NULL,
  until_day date,
  CONSTRAINT lead_pkey PRIMARY KEY (lead_id, n),
  CONSTRAINT lead_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES account(id),
  -- Nobody leads themselves.
  CONSTRAINT lead_check CHECK (scope_id <> lead_id),
  -- A lead ends on its first day or later.
  CONSTRAINT lead_check1 CHECK (until_day >= from_day),
  CONSTRAINT lead_scope_check CHECK (scope IN ('studio', 'hub', 'person'))
);

-- Leave of a person and year, set by an administrator. The last row counts, the others stay.
CREATE TABLE leave_grant (
  user_id uuid NOT NULL,
  year integer NOT NULL,
  n integer NOT NULL,
  -- Days, or minutes where the rule's unit is hours. Null: by the rules of the workplace.
  amount double precision,
  carried double precision,
  granted_by uuid NOT NULL,
  granted_at timestamptz NOT NULL,
  reason text NOT NULL,
  salt bytea NOT NULL,
  CONSTRAINT leave_grant_pkey PRIMARY KEY (user_id, year, n),
  CONSTRAINT leave_grant_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES account(id),
  CONSTRAINT leave_grant_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  CONSTRAINT leave_grant_amount_check CHECK (amount >= 0::double precision),
  CONSTRAINT leave_grant_n_check CHECK (n > 0),
  CONSTRAINT leave_grant_reason_check CHECK (reason <> '' AND length(reason) <= 500)
);

-- Audit trail, live feed and outbox. A hash is over the hash before, the number and the body.
CREATE TABLE ledger (
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- With seq the reader's cursor. Not hashed, and not kept over a restore.
  txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- An account, or the nil uuid for the workplace.
  chain uuid NOT NULL,
  n bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  actor uuid,
  kind text NOT NULL,
  body text NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT ledger_pkey PRIMARY KEY (seq),
  CONSTRAINT ledger_chain_n_key UNIQUE (chain, n),
  CONSTRAINT ledger_hash_check CHECK (length(hash) = 32),
  CONSTRAINT ledger_n_check CHECK (n >= 1)
);

CREATE INDEX ledger_by_time ON ledger (at);

CREATE INDEX ledger_by_transaction ON ledger (txid, seq);

CREATE INDEX ledger_employment ON ledger (chain, n) WHERE (kind IN ('employee_deactivated', 'employee_reactivated', 'employee_approved'));

-- No row changes or goes.
CREATE TRIGGER ledger_rows_stay BEFORE DELETE OR UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ledger();

-- Not all rows at once either.
CREATE TRIGGER ledger_stays BEFORE TRUNCATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();

-- Holds the end of each chain. A change of anything that decides a punch moves it.
CREATE TABLE ledger_head (
  chain uuid NOT NULL,
  n bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT ledger_head_pkey PRIMARY KEY (chain),
  CONSTRAINT ledger_head_n_check CHECK (n >= 0)
);

-- A link for a new password, one a person. Only the hash of its token is stored.
CREATE TABLE password_reset (
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  -- The link is void once the account has another address.
  email text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT password_reset_pkey PRIMARY KEY (user_id),
  CONSTRAINT password_reset_token_hash_key UNIQUE (token_hash),
  CONSTRAINT password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT password_reset_token_hash_check CHECK (length(token_hash) = 32)
);

CREATE INDEX password_reset_by_expiry ON password_reset (expires_at);

-- One row: how hours are handed to payroll programs.
CREATE TABLE payroll_profiles (
  one boolean NOT NULL DEFAULT true,
  profiles jsonb NOT NULL,
  version integer NOT NULL,
  CONSTRAINT payroll_profiles_pkey PRIMARY KEY (one),
  CONSTRAINT payroll_profiles_one_check CHECK (one),
  CONSTRAINT payroll_profiles_profiles_check CHECK (jsonb_typeof(profiles) = 'array')
);

-- A pay period of a person. No row before it is confirmed, objected to or closed.
CREATE TABLE period (
  user_id uuid NOT NULL,
  first date NOT NULL,
  last date NOT NULL,
  -- An entry is of the period that has its start, from start_at until end_at, by the zone of that time.
  start_at timestamptz(3) NOT NULL,
  end_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  objected_at timestamptz(3),
  -- An objection that it was closed over.
  objection text,
  closed_at timestamptz(3),
  closed_by uuid,
  closing_reason text,
  reopened_at timestamptz(3),
  reopened_by uuid,
  reopening_reason text,
  reopenings integer NOT NULL DEFAULT 0,
  is_closed boolean NOT NULL GENERATED ALWAYS AS (closed_at IS NOT NULL AND (reopened_at IS NULL
    OR reopened_at < closed_at)) STORED,
  -- What payroll is told: {"person", "timeZone", "workplace"}.
  frozen jsonb,
  -- SHA-256 of the canonical text of it, which the ledger has too.
  frozen_hash bytea,
  -- The ledger holds digests of the three texts, made with this salt. Erased with them.
  salt bytea NOT NULL,
  version integer NOT NULL DEFAULT 1,
  -- SHA-256 of the confirmed hours. Null where an older server wrote it.
  confirmed_hash bytea,
  CONSTRAINT period_pkey PRIMARY KEY (user_id, first),
  CONSTRAINT period_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES account(id),
  CONSTRAINT period_reopened_by_fkey FOREIGN KEY (reopened_by) REFERENCES account(id),
  CONSTRAINT period_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  -- No two periods of a person overlap.
  CONSTRAINT period_apart EXCLUDE USING gist (user_id WITH =, daterange(first, last, '[]') WITH &&),
  -- A period ends on its first day or later.
  CONSTRAINT period_check CHECK (last >= first),
  -- Its end comes after its start.
  CONSTRAINT period_check1 CHECK (end_at > start_at),
  CONSTRAINT period_closing_reason_check CHECK (closing_reason <> '' AND length(closing_reason) <= 500),
  CONSTRAINT period_confirmed_hash_check CHECK (length(confirmed_hash) = 32),
  -- A closed period names who closed it, and keeps the figures for payroll.
  CONSTRAINT period_frozen CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (frozen IS NULL)
    AND (closed_at IS NULL) = (frozen_hash IS NULL)),
  CONSTRAINT period_frozen_hash_check CHECK (length(frozen_hash) = 32),
  -- An objection has a text.
  CONSTRAINT period_objected CHECK ((objected_at IS NULL) = (objection IS NULL)),
  CONSTRAINT period_objection_check CHECK (objection <> '' AND length(objection) <= 500),
  -- Only a closed period is reopened, by somebody and for a reason.
  CONSTRAINT period_reopened CHECK ((reopened_at IS NULL) = (reopened_by IS NULL) AND (reopened_at IS NULL) = (reopening_reason IS NULL)
    AND (reopened_at IS NULL OR closed_at IS NOT NULL)),
  CONSTRAINT period_reopening_reason_check CHECK (reopening_reason <> '' AND length(reopening_reason) <= 500),
  CONSTRAINT period_salt_check CHECK (length(salt) = 16)
);

CREATE INDEX period_by_end ON period (user_id, end_at) WHERE is_closed;

CREATE INDEX period_by_first ON period (first);

-- A period begins only with its row of the ledger in the same transaction.
CREATE TRIGGER period_begins_recorded AFTER INSERT ON period FOR EACH ROW EXECUTE FUNCTION check_period_recorded();

-- Refuses to close a period with an open entry. A closing and a writer of entries wait for each other.
CREATE TRIGGER period_closes AFTER INSERT ON period FOR EACH ROW WHEN (new.is_closed) EXECUTE FUNCTION check_period_ends();

-- The same for a period that has a row.
CREATE TRIGGER period_closes_later AFTER UPDATE ON period FOR EACH ROW WHEN (new.is_closed
  AND NOT old.is_closed) EXECUTE FUNCTION check_period_ends();

-- A closed period is not deleted.
CREATE TRIGGER period_is_not_deleted BEFORE DELETE ON period FOR EACH ROW WHEN (old.is_closed)
  EXECUTE FUNCTION refuse_change_of_closed();

-- A period changes only with its row of the ledger. Erasing words changes the salt, which only the owner may.
CREATE TRIGGER period_recorded AFTER UPDATE ON period FOR EACH ROW WHEN (new.salt = old.salt)
  EXECUTE FUNCTION check_period_recorded();

-- A closed period changes by nothing but reopening.
CREATE TRIGGER period_stays BEFORE UPDATE ON period FOR EACH ROW WHEN (old.is_closed AND (new.user_id IS DISTINCT FROM old.user_id
  OR new.first IS DISTINCT FROM old.first OR new.last IS DISTINCT FROM old.last OR new.start_at IS DISTINCT FROM old.start_at
  OR new.end_at IS DISTINCT FROM old.end_at OR new.confirmed_at IS DISTINCT FROM old.confirmed_at
  OR new.objected_at IS DISTINCT FROM old.objected_at OR new.closed_at IS DISTINCT FROM old.closed_at
  OR new.closed_by IS DISTINCT FROM old.closed_by OR new.frozen IS DISTINCT FROM old.frozen OR new.frozen_hash IS DISTINCT FROM old.frozen_hash
  OR new.salt = old.salt AND (new.objection IS DISTINCT FROM old.objection OR new.closing_reason IS DISTINCT FROM old.closing_reason)
  OR NOT new.reopened_at IS DISTINCT FROM old.reopened_at AND (new.reopenings IS DISTINCT FROM old.reopenings
  OR new.version IS DISTINCT FROM old.version))) EXECUTE FUNCTION refuse_change_of_closed();

-- PINs for kiosks: argon2id over a digest (HMAC) by a key that is in no table.
CREATE TABLE pin (
  user_id uuid NOT NULL,
  hash text NOT NULL,
  is_temporary boolean NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT pin_pkey PRIMARY KEY (user_id),
  CONSTRAINT pin_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id) ON DELETE CASCADE
);

-- Failed sign-ins and other limited actions of all servers, by hashed keys. Unlogged: a crash of PostgreSQL forgives.
CREATE TABLE rate_limit (
  key character varying(255) NOT NULL,
  points integer NOT NULL,
  -- Epoch milliseconds.
  expire bigint NOT NULL,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);

-- One row: the last nightly check, and the one under way.
CREATE TABLE record_check (
  id boolean NOT NULL DEFAULT true,
  ended_at timestamptz,
  records bigint,
  faults jsonb,
  heard_at timestamptz,
  done bigint,
  total bigint,
  CONSTRAINT record_check_pkey PRIMARY KEY (id),
  -- The last check has an end and a result, or there was none.
  CONSTRAINT record_check_check CHECK (num_nulls(ended_at, records, faults) IN (0, 3)),
  -- The check under way says how far it is, or there is none.
  CONSTRAINT record_check_check1 CHECK (num_nulls(heard_at, done, total) IN (0, 3)),
  CONSTRAINT record_check_id_check CHECK (id)
);

-- Codes that stand in for a second factor, each once. Only their hashes are stored.
CREATE TABLE recovery_code (
  user_id uuid NOT NULL,
  hash bytea NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, hash),
  CONSTRAINT recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT recovery_code_hash_check CHECK (length(hash) = 32)
);

-- An entry of which a person was reminded that it is running. One row, whichever server is first.
CREATE TABLE reminder (
  -- No foreign key: a correction may remove the entry.
  entry_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  mail text NOT NULL DEFAULT 'waiting',
  mail_at timestamptz(3) NOT NULL,
  CONSTRAINT reminder_pkey PRIMARY KEY (entry_id),
  CONSTRAINT reminder_mail_check CHECK (mail IN ('waiting', 'being-sent', 'sent', 'not-needed'))
);

CREATE INDEX reminder_unsent ON reminder (at) WHERE (mail IN ('waiting', 'being-sent'));

-- Answers for 48 hours: the same request again gets the same answer. Registration asks under the nil uuid.
CREATE TABLE request_answer (
  asked_by uuid NOT NULL,
  request_id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  response text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT request_answer_pkey PRIMARY KEY (asked_by, request_id)
);

CREATE INDEX request_answer_by_time ON request_answer USING brin (created_at);

-- Hours that differ from the work settings.
CREATE TABLE schedule (
  id uuid NOT NULL,
  name text NOT NULL,
  is_retired boolean NOT NULL,
  -- [{"from", "days"}]: one or two weeks of days, the first from ''.
  versions json NOT NULL,
  -- {"region", "holidays"} of its people. Null: those of the workplace.
  holidays json,
  CONSTRAINT schedule_pkey PRIMARY KEY (id),
  CONSTRAINT schedule_name_check CHECK (name <> ''),
  CONSTRAINT schedule_versions_check CHECK (json_typeof(versions) = 'array')
);

-- The schedule of a person from a day on, until the next row. Null: the work settings.
CREATE TABLE schedule_of (
  user_id uuid NOT NULL,
  from_day date NOT NULL,
  schedule_id uuid,
  CONSTRAINT schedule_of_pkey PRIMARY KEY (user_id, from_day),
  CONSTRAINT schedule_of_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedule(id),
  CONSTRAINT schedule_of_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id)
);

-- The migrations that ran. A changed one is refused.
CREATE TABLE schema_migrations (
  number integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL,
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (number)
);

-- Authenticator apps and passkeys.
CREATE TABLE second_factor (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  -- Secret of an app, encrypted by a key in no table, or public key of a passkey.
  key bytea NOT NULL,
  -- Time step of an app's last code, or a passkey's own count: each works once.
  counter bigint NOT NULL DEFAULT 0,
  credential_id text,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT second_factor_pkey PRIMARY KEY (id),
  CONSTRAINT second_factor_credential_id_key UNIQUE (credential_id),
  CONSTRAINT second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id) ON DELETE CASCADE,
  -- A passkey has a credential, an app has none.
  CONSTRAINT second_factor_check CHECK ((credential_id IS NULL) = (kind = 'app')),
  CONSTRAINT second_factor_kind_check CHECK (kind IN ('app', 'passkey'))
);

CREATE INDEX second_factor_of ON second_factor (user_id);

CREATE UNIQUE INDEX second_factor_one_app ON second_factor (user_id) WHERE (kind = 'app');

-- A question of a sign-in that waits for its answer: with a person after the password, with neither for a passkey.
CREATE TABLE second_step (
  token_hash bytea NOT NULL,
  user_id uuid,
  password_hash text,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT second_step_pkey PRIMARY KEY (token_hash),
  CONSTRAINT second_step_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id) ON DELETE CASCADE,
  -- Password and person stand together.
  CONSTRAINT second_step_check CHECK ((password_hash IS NULL) = (user_id IS NULL)),
  CONSTRAINT second_step_token_hash_check CHECK (length(token_hash) = 32)
);

-- The security log. Not on the ledger: it ages out, and strangers cause most of it.
CREATE TABLE security_event (
  id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  -- Time of the last of count.
  until timestamptz(3) NOT NULL,
  kind text NOT NULL,
  user_id uuid,
  -- Somebody else who did it to user_id.
  actor uuid,
  network text NOT NULL,
  device text NOT NULL,
  is_known boolean,
  detail text NOT NULL,
  count integer NOT NULL,
  -- What repetitions within the hour share. Null for what is not added up.
  sum_key text,
  CONSTRAINT security_event_pkey PRIMARY KEY (id),
  CONSTRAINT security_event_sum_key_key UNIQUE (sum_key),
  CONSTRAINT security_event_actor_fkey FOREIGN KEY (actor) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT security_event_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id) ON DELETE CASCADE,
  -- The last is not before the first.
  CONSTRAINT security_event_check CHECK (until >= at),
  CONSTRAINT security_event_count_check CHECK (count > 0)
);

CREATE INDEX security_event_by_kind ON security_event (kind, at DESC, id);

CREATE INDEX security_event_by_time ON security_event (at DESC, id);

CREATE INDEX security_event_by_user ON security_event (user_id, at DESC, id);

-- Signed-in browsers. Only the hash of a token is stored.
CREATE TABLE session (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- Stays when a new password gives the session a new token.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  password_entered_at timestamptz(3) NOT NULL,
  network text NOT NULL DEFAULT '',
  device text NOT NULL DEFAULT '',
  CONSTRAINT session_pkey PRIMARY KEY (token_hash),
  CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT session_token_hash_check CHECK (length(token_hash) = 32)
);

CREATE INDEX session_by_expiry ON session (expires_at);

CREATE UNIQUE INDEX session_by_id ON session (id);

CREATE INDEX session_by_user ON session (user_id);

-- One row: the settings of the workplace. No row means that they were lost.
CREATE TABLE settings (
  one boolean NOT NULL DEFAULT true,
  work_start_time text NOT NULL,
  work_end_time text NOT NULL,
  break_duration integer NOT NULL,
  break_start_time text NOT NULL,
  late_threshold_minutes integer NOT NULL,
  overtime_threshold_hours double precision NOT NULL,
  allow_flexible_hours boolean NOT NULL,
  require_location_tracking boolean NOT NULL,
  weekend_work_allowed boolean NOT NULL,
  time_zone text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL,
  night_shift_hours integer NOT NULL,
  workplace_name text NOT NULL,
  registration text NOT NULL,
  hour_format text NOT NULL,
  first_weekday integer NOT NULL,
  -- The invitation link is made from this number and the installation's key, so the ledger does not have it.
  invitation integer NOT NULL,
  is_set_up boolean NOT NULL,
  reminder_minutes integer NOT NULL,
  correction_days integer NOT NULL,
  -- [{"from", "period", "firstWeekday"}]: by which periods the workplace pays, from which day on.
  pay_rules jsonb NOT NULL,
  -- [{"from", "zone"}], the first from ''. Empty where the zone never changed.
  zone_rules jsonb NOT NULL,
  -- [{"from", ...}], the first from ''. Empty where the hours never changed.
  work_rules jsonb NOT NULL,
  -- Another with each change of holidays or schedules, so that readers know what they have read.
  plans_id uuid,
  -- As 'DE-BY', or '' for none.
  holiday_region text NOT NULL DEFAULT '',
  -- Null: those that Punctual begins with.
  leave_kinds json,
  -- [{"year", "unit", "amount", "carriedMonths"}], earliest first.
  leave_allowances json NOT NULL DEFAULT '[]'::json,
  share_away boolean NOT NULL,
  security_log_days integer NOT NULL DEFAULT 400,
  second_factor text NOT NULL,
  -- When it was last made stricter, or ''.
  second_factor_since text NOT NULL,
  -- Of files and letters, and of people who have not chosen one.
  language text NOT NULL DEFAULT 'en',
  CONSTRAINT settings_pkey PRIMARY KEY (one),
  CONSTRAINT settings_break_duration_check CHECK (break_duration >= 0 AND break_duration <= 480),
  CONSTRAINT settings_break_start_time_check CHECK (break_start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT settings_correction_days_check CHECK (correction_days >= 1 AND correction_days <= 366),
  CONSTRAINT settings_first_weekday_check CHECK (first_weekday IN (1, 6, 7)),
  CONSTRAINT settings_hour_format_check CHECK (hour_format IN ('24h', '12h')),
  CONSTRAINT settings_invitation_check CHECK (invitation >= 1),
  CONSTRAINT settings_language_check CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  CONSTRAINT settings_late_threshold_minutes_check CHECK (late_threshold_minutes >= 0 AND late_threshold_minutes <= 60),
  CONSTRAINT settings_leave_allowances_check CHECK (json_typeof(leave_allowances) = 'array'),
  CONSTRAINT settings_leave_kinds_check CHECK (json_typeof(leave_kinds) = 'array'),
  CONSTRAINT settings_night_shift_hours_check CHECK (night_shift_hours >= 0 AND night_shift_hours <= 20),
  CONSTRAINT settings_one_check CHECK (one),
  -- The threshold goes in half hours.
  CONSTRAINT settings_overtime_half_hours CHECK ((overtime_threshold_hours * 2::double precision) = floor(overtime_threshold_hours * 2::double precision)),
  CONSTRAINT settings_overtime_threshold_hours_check CHECK (overtime_threshold_hours >= 0::double precision
    AND overtime_threshold_hours <= 12::double precision),
  CONSTRAINT settings_pay_rules_check CHECK (jsonb_typeof(pay_rules) = 'array'),
  CONSTRAINT settings_registration_check CHECK (registration IN ('open', 'invitation', 'approval', 'off')),
  CONSTRAINT settings_reminder_minutes_check CHECK (reminder_minutes >= 15 AND reminder_minutes <= 480),
  CONSTRAINT settings_second_factor_check CHECK (second_factor IN ('optional', 'admins', 'all')),
  CONSTRAINT settings_security_log_days_check CHECK (security_log_days >= 30 AND security_log_days <= 3650),
  CONSTRAINT settings_work_end_time_check CHECK (work_end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT settings_work_rules_check CHECK (jsonb_typeof(work_rules) = 'array'),
  CONSTRAINT settings_work_start_time_check CHECK (work_start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT settings_workplace_name_check CHECK (length(workplace_name) <= 60),
  CONSTRAINT settings_zone_rules_check CHECK (jsonb_typeof(zone_rules) = 'array')
);

-- Sets everybody's day anew. With the owner's rights: the application cannot put it off.
CREATE TRIGGER due_second_factors AFTER UPDATE OF second_factor, second_factor_since ON settings FOR EACH ROW
  WHEN (old.second_factor <> new.second_factor OR old.second_factor_since <> new.second_factor_since)
  EXECUTE FUNCTION due_second_factors();

-- One row: public key of payroll files. The private one is a file that no backup holds.
CREATE TABLE signing_key (
  id boolean NOT NULL DEFAULT true,
  -- SubjectPublicKeyInfo, DER: 44 bytes for Ed25519.
  public_key bytea NOT NULL,
  since timestamptz NOT NULL,
  CONSTRAINT signing_key_pkey PRIMARY KEY (id),
  CONSTRAINT signing_key_id_check CHECK (id),
  CONSTRAINT signing_key_public_key_check CHECK (length(public_key) = 44)
);

-- Parts of the workplace. Accounts name theirs, so renaming one renames it in the accounts.
CREATE TABLE studio (
  id uuid NOT NULL,
  place integer NOT NULL,
  name text NOT NULL,
  -- Stays with the people who have it, and is offered to nobody else.
  is_retired boolean NOT NULL DEFAULT false,
  CONSTRAINT studio_pkey PRIMARY KEY (id),
  CONSTRAINT studio_name_key UNIQUE (name) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT studio_name_check CHECK (name <> '' AND length(name) <= 120)
);

-- Says who closed an entry for its person, why and when.
CREATE TABLE time_entry_closing (
  entry_id uuid NOT NULL,
  closed_by uuid NOT NULL,
  reason text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT time_entry_closing_pkey PRIMARY KEY (entry_id),
  CONSTRAINT time_entry_closing_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES account(id),
  CONSTRAINT time_entry_closing_reason_check CHECK (reason <> '' AND length(reason) <= 500)
);

-- Notes, address and location of an entry, which can be erased. The ledger holds digests made with the salt.
CREATE TABLE time_entry_detail (
  entry_id uuid NOT NULL,
  -- As looked up by the browser.
  ip_address text NOT NULL,
  location text,
  notes text NOT NULL,
  salt bytea NOT NULL,
  -- As seen by the server. Null for entries of older servers.
  seen_address text,
  -- Where the person clocked in. Null: on a device of their own.
  kiosk_id uuid,
  CONSTRAINT time_entry_detail_pkey PRIMARY KEY (entry_id),
  CONSTRAINT time_entry_detail_kiosk_id_fkey FOREIGN KEY (kiosk_id) REFERENCES kiosk(id),
  CONSTRAINT time_entry_detail_notes_check CHECK (length(notes) <= 500),
  CONSTRAINT time_entry_detail_salt_check CHECK (length(salt) = 16)
);

-- Lists the people of each lead: active employees only, and nobody themselves. Only this view defines them.
CREATE VIEW led AS
 SELECT l.lead_id,
    a.id AS user_id,
    l.from_day,
    COALESCE(l.until_day, 'infinity'::date) AS until_day
   FROM lead l
     JOIN account o ON o.id = l.lead_id AND o.is_active AND o.role = 'employee'
     LEFT JOIN hub h ON l.scope = 'hub' AND h.id = l.scope_id
     LEFT JOIN studio s ON s.id =
        CASE l.scope
            WHEN 'studio' THEN l.scope_id
            ELSE h.studio_id
        END
     JOIN account a ON a.id <> l.lead_id AND a.is_active AND a.role = 'employee' AND (l.scope = 'person'
  AND a.id = l.scope_id OR a.department = s.name AND (h.id IS NULL OR a.hub = h.name));

CREATE FUNCTION apply_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE
  item record;
  entry counted_entry;
BEGIN
  -- A trigger of somebody's temporary table could run it too.
  IF TG_RELID <> 'correction'::regclass THEN
    RAISE EXCEPTION 'only a correction changes what counts' USING ERRCODE = 'insufficient_privilege';
  END IF;

  FOR item IN
    SELECT i.n, i.entry_id, CASE WHEN NEW.counts THEN i.old ELSE i.new END AS before
    FROM correction_item i WHERE i.correction_id = NEW.id ORDER BY i.entry_id
  LOOP
    SELECT * INTO entry FROM counted_entry WHERE id = item.entry_id FOR UPDATE;
    IF (CASE WHEN item.before IS NULL THEN entry.id IS NULL ELSE
      entry.user_id = NEW.user_id
      AND entry.clock_in = (item.before ->> 'clockIn')::timestamptz(3)
      AND entry.clock_out IS NOT DISTINCT FROM (item.before ->> 'clockOut')::timestamptz(3)
      AND (SELECT jsonb_agg(jsonb_build_array(b.started_at, b.ended_at) ORDER BY b.n) FROM counted_break b WHERE b.entry_id = entry.id)
        IS NOT DISTINCT FROM
        (SELECT jsonb_agg(jsonb_build_array(p.started_at, p.ended_at) ORDER BY p.n) FROM breaks_in(item.before) p)
      END) IS NOT TRUE THEN
      RAISE EXCEPTION 'what counts of entry % is no longer what the correction says', item.entry_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_changed_meanwhile';
    END IF;
    IF entry.id IS NOT NULL THEN
      UPDATE correction_item SET gave_way = to_jsonb(entry) WHERE correction_id = NEW.id AND n = item.n;
      DELETE FROM counted_break WHERE entry_id = entry.id;
      DELETE FROM counted_entry WHERE id = entry.id;
    END IF;
  END LOOP;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the correction has no items' USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_has_items';
  END IF;

  FOR item IN
    SELECT i.entry_id, i.gave_way, CASE WHEN NEW.counts THEN i.new ELSE i.old END AS after
    FROM correction_item i WHERE i.correction_id = NEW.id ORDER BY i.entry_id
  LOOP
    CONTINUE WHEN item.after IS NULL;
    SELECT * INTO entry FROM jsonb_populate_record(NULL::counted_entry, item.gave_way);
    entry.id := item.entry_id;
    entry.user_id := NEW.user_id;
    entry.clock_in := (item.after ->> 'clockIn')::timestamptz(3);
    entry.clock_out := (item.after ->> 'clockOut')::timestamptz(3);
    -- An entry that kept presses began, and that nobody ended before a later one, lacks its end.
    IF entry.clock_out IS NULL THEN
      SELECT least(entry.set_aside_at, min(later.clock_in)) INTO entry.set_aside_at FROM (
        SELECT e.clock_in FROM counted_entry e WHERE e.user_id = NEW.user_id
        UNION ALL
        SELECT (CASE WHEN NEW.counts THEN i.new ELSE i.old END ->> 'clockIn')::timestamptz(3) FROM correction_item i WHERE i.correction_id = NEW.id
      ) later WHERE later.clock_in > entry.clock_in;
    END IF;
    -- Whatever it was before, it is under the rule now.
    entry.overlaps_earlier := false;
    entry.created_at := coalesce(entry.created_at, NEW.updated_at);
    entry.updated_at := NEW.updated_at;
    INSERT INTO counted_entry SELECT entry.*;
    INSERT INTO counted_break (entry_id, n, started_at, ended_at)
      SELECT item.entry_id, p.n, p.started_at, p.ended_at FROM breaks_in(item.after) p;
    -- One that nobody punched was made nowhere.
    INSERT INTO time_entry_detail (entry_id, ip_address, notes, salt)
      VALUES (item.entry_id, 'unknown', '', uuid_send(gen_random_uuid())) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION apply_leave()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE
  item record;
BEGIN
  IF TG_RELID <> 'correction'::regclass THEN
    RAISE EXCEPTION 'only a correction changes what counts' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- Closing waits, since it locks the account.
  PERFORM FROM account WHERE id = NEW.user_id FOR KEY SHARE;
  FOR item IN
    SELECT i.entry_id, CASE WHEN NEW.counts THEN i.old ELSE i.new END AS before, CASE WHEN NEW.counts THEN i.new ELSE i.old END AS after
    FROM correction_item i WHERE i.correction_id = NEW.id
  LOOP
    DELETE FROM counted_leave l WHERE l.id = item.entry_id AND l.user_id = NEW.user_id
      AND item.before = jsonb_build_object('kind', l.kind, 'first', l.first, 'last', l.last, 'half', l.half);
    IF FOUND <> (item.before IS NOT NULL) OR EXISTS (SELECT FROM counted_leave WHERE id = item.entry_id) THEN
      RAISE EXCEPTION 'the leave is no longer what the request says'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_changed_meanwhile';
    END IF;
    IF EXISTS (SELECT FROM period p WHERE p.user_id = NEW.user_id AND p.is_closed
      AND leave_within(item.before, p.first, p.last) IS DISTINCT FROM leave_within(item.after, p.first, p.last)) THEN
      RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
    END IF;
  END LOOP;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the correction has no items' USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_has_items';
  END IF;
  INSERT INTO counted_leave (id, user_id, kind, first, last, half)
    SELECT i.entry_id, NEW.user_id, t.leave ->> 'kind', (t.leave ->> 'first')::date, (t.leave ->> 'last')::date, t.leave ->> 'half'
    FROM correction_item i, LATERAL (SELECT CASE WHEN NEW.counts THEN i.new ELSE i.old END AS leave) t
    WHERE i.correction_id = NEW.id AND t.leave IS NOT NULL;
  UPDATE counted_leave l SET shares_day = true WHERE l.user_id = NEW.user_id AND l.half = 'afternoon' AND NOT l.shares_day
    AND EXISTS (SELECT FROM counted_leave m WHERE m.user_id = l.user_id AND m.first = l.first AND m.half = 'morning');
  RETURN NULL;
END $$;

CREATE FUNCTION breaks_in(times jsonb)
 RETURNS TABLE(n bigint, started_at timestamp with time zone, ended_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $$
  SELECT pause.n, (pause.value ->> 'start')::timestamptz(3), (pause.value ->> 'end')::timestamptz(3)
  FROM jsonb_array_elements(times -> 'breaks') WITH ORDINALITY AS pause (value, n)
$$;

CREATE FUNCTION check_break()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM counted_entry e
    WHERE e.id = NEW.entry_id AND (NEW.started_at < e.clock_in OR coalesce(NEW.ended_at, 'infinity') > coalesce(e.clock_out, 'infinity'))
  ) THEN
    RAISE EXCEPTION 'a break lies outside its time entry' USING ERRCODE = 'check_violation', CONSTRAINT = 'counted_break_inside';
  END IF;
  IF EXISTS (
    SELECT 1 FROM counted_break b
    WHERE b.entry_id = NEW.entry_id AND b.n <> NEW.n
      AND CASE WHEN b.n < NEW.n THEN coalesce(b.ended_at, 'infinity') > NEW.started_at ELSE coalesce(NEW.ended_at, 'infinity') > b.started_at END
  ) THEN
    RAISE EXCEPTION 'breaks overlap' USING ERRCODE = 'check_violation', CONSTRAINT = 'counted_break_apart';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION check_breaks_of_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM changed JOIN counted_break b ON b.entry_id = changed.id
    WHERE b.started_at < changed.clock_in OR coalesce(b.ended_at, 'infinity') > coalesce(changed.clock_out, 'infinity')
  ) THEN
    RAISE EXCEPTION 'a break lies outside its time entry' USING ERRCODE = 'check_violation', CONSTRAINT = 'counted_break_inside';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION check_items_wait()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE
  its_state text;
BEGIN
  -- Whoever agrees at this moment is waited for.
  SELECT state INTO its_state FROM correction WHERE id = coalesce(NEW.correction_id, OLD.correction_id) FOR SHARE;
  IF its_state NOT IN ('asked', 'sent-back') THEN
    RAISE EXCEPTION 'the items of a correction that is % stay', its_state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_items_stay';
  END IF;
  -- Else what runs ends by a punch only, and what has ended runs no more.
  IF TG_OP <> 'DELETE' AND (SELECT NOT is_kept AND subject = 'times' FROM correction WHERE id = NEW.correction_id) AND NOT (
    CASE WHEN NEW.old IS NULL OR NEW.new IS NULL THEN coalesce(NEW.old, NEW.new) ->> 'clockOut' IS NOT NULL
      ELSE (NEW.old ->> 'clockOut' IS NULL) = (NEW.new ->> 'clockOut' IS NULL) END
    AND coalesce(jsonb_path_query_array(NEW.old, '$.breaks[*] ? (@.end == null).start'), '[]')
      = coalesce(jsonb_path_query_array(NEW.new, '$.breaks[*] ? (@.end == null).start'), '[]')
  ) THEN
    RAISE EXCEPTION 'what runs ends by a punch only' USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_item_end_stays';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE FUNCTION check_period_ends()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
BEGIN
  PERFORM FROM account WHERE id = NEW.user_id FOR UPDATE;
  IF EXISTS (
    SELECT FROM counted_entry e
    WHERE e.user_id = NEW.user_id AND e.clock_out IS NULL AND e.clock_in >= NEW.start_at AND e.clock_in < NEW.end_at
  ) THEN
    RAISE EXCEPTION 'an entry of the period is open' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_entry_open';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION check_period_of_break()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
BEGIN
  PERFORM FROM account WHERE id = (SELECT user_id FROM counted_entry WHERE id = NEW.entry_id) FOR KEY SHARE;
  IF EXISTS (
    SELECT FROM counted_entry e JOIN period p ON p.user_id = e.user_id AND p.is_closed AND p.end_at > e.clock_in
    WHERE e.id = NEW.entry_id AND p.start_at <= e.clock_in
  ) THEN
    RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION check_period_of_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
BEGIN
  PERFORM FROM account WHERE id IN (OLD.user_id, NEW.user_id) ORDER BY id FOR KEY SHARE;
  IF EXISTS (
    SELECT FROM period p
    WHERE p.is_closed AND ((p.user_id = OLD.user_id AND p.start_at <= OLD.clock_in AND p.end_at > OLD.clock_in)
      OR (p.user_id = NEW.user_id AND p.start_at <= NEW.clock_in AND p.end_at > NEW.clock_in))
  ) THEN
    RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION check_period_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM ledger_head h JOIN ledger l ON l.chain = h.chain AND l.n = h.n
    WHERE h.chain = NEW.user_id AND l.txid = pg_current_xact_id() AND (l.body::jsonb #>> '{data,period,first}')::date = NEW.first
      AND l.kind = CASE
        WHEN NEW.closed_at IS DISTINCT FROM OLD.closed_at THEN 'period_closed'
        WHEN NEW.reopened_at IS DISTINCT FROM OLD.reopened_at THEN 'period_reopened'
        WHEN NEW.objected_at IS DISTINCT FROM OLD.objected_at THEN 'period_objected'
        ELSE 'period_confirmed' END
      AND (l.kind = 'period_reopened') = (OLD.is_closed IS TRUE)
      AND CASE WHEN l.kind = 'period_closed' THEN l.body::jsonb #>> '{data,summary}' = encode(NEW.frozen_hash, 'hex')
        ELSE (NEW.frozen, NEW.frozen_hash) IS NOT DISTINCT FROM (OLD.frozen, OLD.frozen_hash) END
      AND NEW.confirmed_hash IS NOT DISTINCT FROM
        CASE WHEN l.kind = 'period_confirmed' THEN decode(l.body::jsonb #>> '{data,figures}', 'hex') ELSE OLD.confirmed_hash END
  ) THEN
    RAISE EXCEPTION 'the ledger does not tell of this change of a period' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_recorded';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION check_periods_open()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
BEGIN
  -- A snapshot from before would not show what was closed since.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'entries are written in read committed transactions' USING ERRCODE = 'invalid_transaction_state';
  END IF;
  -- Entries that go hold nothing of the account of themselves.
  IF TG_OP <> 'INSERT' THEN
    PERFORM FROM account WHERE id IN (SELECT user_id FROM changed) ORDER BY id FOR KEY SHARE;
  END IF;
  IF EXISTS (
    SELECT FROM changed JOIN period p ON p.user_id = changed.user_id AND p.is_closed AND p.end_at > changed.clock_in
    WHERE p.start_at <= changed.clock_in
  ) THEN
    RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION count_step_of_correction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE FUNCTION due_no_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE account SET role = role WHERE id = NEW.account;
  RETURN NULL;
END $$;

CREATE FUNCTION due_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  NEW.second_factor_by := (
    SELECT greatest(nullif(second_factor_since, '')::timestamptz, NEW.created_at) + interval '7 days' FROM settings
    WHERE NOT NEW.has_second_factor AND (second_factor = 'all' OR (second_factor = 'admins' AND NEW.role = 'admin'))
      -- Their provider asks for one.
      AND NOT EXISTS (SELECT FROM identity WHERE account = NEW.id));
  RETURN NEW;
-- People are registered also when the settings are lost.
EXCEPTION WHEN undefined_table THEN
  RETURN NEW;
END $$;

CREATE FUNCTION due_second_factors()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
BEGIN
  IF TG_RELID <> 'settings'::regclass THEN
    RAISE EXCEPTION 'only the settings require second factors' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE account SET role = role WHERE NOT has_second_factor;
  RETURN NULL;
END $$;

CREATE FUNCTION has_free_afternoons()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $$
  SELECT EXISTS (SELECT FROM holiday WHERE is_afternoon)
    OR EXISTS (SELECT FROM schedule WHERE holidays::jsonb @? '$.holidays[*].isAfternoon')
$$;

CREATE FUNCTION has_leave_by_halves()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $$
  SELECT EXISTS (SELECT FROM correction_item WHERE n > 1 AND coalesce(old, new) ? 'kind') OR EXISTS (SELECT FROM counted_leave WHERE shares_day)
$$;

CREATE FUNCTION keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7305003);
  IF NOT EXISTS (SELECT 1 FROM account WHERE role = 'admin' AND is_active) THEN
    RAISE EXCEPTION 'the last active admin stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_keep_an_admin';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION leave_kind_name(kind text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $$
BEGIN
  RETURN coalesce((SELECT k ->> 'name' FROM settings, json_array_elements(leave_kinds) k WHERE k ->> 'id' = kind), initcap(kind));
EXCEPTION WHEN undefined_table THEN
  RETURN initcap(kind);
END $$;

CREATE FUNCTION leave_within(leave jsonb, first date, last date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $$
  SELECT leave || jsonb_build_object('first', greatest((leave ->> 'first')::date, first), 'last', least((leave ->> 'last')::date, last))
  WHERE (leave ->> 'first')::date <= last AND (leave ->> 'last')::date >= first
$$;

CREATE FUNCTION oldest_server()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $$SELECT CASE WHEN EXISTS (SELECT FROM kiosk) THEN 52 WHEN has_free_afternoons() THEN 49 WHEN has_leave_by_halves() THEN 48 WHEN EXISTS (SELECT FROM account WHERE length(employed_since) > 0) THEN 47
    WHEN EXISTS (SELECT FROM second_factor) THEN 46 WHEN EXISTS (SELECT FROM identity) THEN 45 ELSE 41 END$$;

CREATE FUNCTION refuse_change_of_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'the period is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
END $$;

CREATE FUNCTION refuse_change_of_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION refuse_change_of_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  -- Within another trigger: the application has no right to delete, so that the one is `apply_correction`.
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'what is on record about a working time stays' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION refuse_move_of_correction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'a correction that is % does not become %', OLD.state, NEW.state
    USING ERRCODE = 'check_violation', CONSTRAINT = 'correction_moves';
END $$;

CREATE FUNCTION refuse_older_server()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
BEGIN
  IF current_setting('application_name') ~ '^punctual( [0-9]+)?$'
    AND coalesce(nullif(substr(current_setting('application_name'), 10), '')::integer, 0) < oldest_server() THEN
    RAISE EXCEPTION 'A newer version of Punctual works on this database' USING ERRCODE = '53400';
  END IF;
  RETURN NULL;
END $$;
