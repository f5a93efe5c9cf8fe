-- What payroll programs want to know. Reason: they know people by numbers of their own, and read columns of their own names.
ALTER TABLE account ADD COLUMN payroll_number text NOT NULL DEFAULT '' CHECK (length(payroll_number) <= 40);

-- How the workplace hands its hours to payroll programs: all profiles in their order. No row before the first was kept.
CREATE TABLE payroll_profiles (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  profiles jsonb NOT NULL CHECK (jsonb_typeof(profiles) = 'array'),
  version integer NOT NULL
);
