/**
 * What Punctual has to do, in a few words of its own: the real servers are held against it. Nothing of the
 * product is used here, so that a mistake has to be made twice to go unseen. Instants are epoch milliseconds.
 * A method answers with the code of the problem, or with what was done.
 */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Without summer time, so that reckoning in them is an addition; minutes east of Greenwich. */
export const ZONES = { UTC: 0, 'Asia/Kathmandu': 345, 'Pacific/Honolulu': -600 } as const;

export interface Entry {
  /** The server's choice. */
  id: string;
  readonly clockIn: number;
  clockOut: number | null;
  breaks: [start: number, end: number | null][];
  readonly notes: string;
  readonly isLocated: boolean;
  /** When a later clock-in found it left open. */
  setAside: number | null;
  /** The reason an admin gave. */
  closing: string | null;
}
/** Null for a clock-in that is no arrival, being the second of its day. */
export type Lateness = { readonly late: boolean; readonly minutes: number } | null;
/** The lateness only of a clock-in. */
export interface Punched {
  readonly entry: Entry;
  readonly lateness?: Lateness;
}
export interface Person {
  readonly id: string;
  readonly email: string;
  name: string;
  department: string;
  isActive: boolean;
  version: number;
  isSignedIn: boolean;
  readonly entries: Entry[];
  /** The kinds of the rows in their chain of the ledger; of an arrival also by how many minutes it was late. */
  readonly record: string[];
  /** The types of what the admins were told. */
  readonly told: string[];
}
export interface Settings {
  readonly timeZone: keyof typeof ZONES;
  /** 'HH:mm' */
  readonly workStartTime: string;
  readonly lateThresholdMinutes: number;
  readonly allowFlexibleHours: boolean;
  readonly nightShiftHours: number;
  readonly requireLocationTracking: boolean;
}
export type Action = 'clock_in' | 'break_start' | 'break_end' | 'clock_out';
type Changes = Partial<Pick<Person, 'name' | 'department' | 'isActive'>>;

export const isRunning = ({ clockOut, setAside }: Entry): boolean => clockOut === null && setAside === null;

/** When it was punched, in order. */
export const punchesOf = ({ clockIn, breaks, clockOut }: Entry): number[] =>
  [clockIn, ...breaks.flat(), clockOut].filter((at) => at !== null);
const lastOf = (entries: readonly Entry[]): number => Math.max(...entries.flatMap(punchesOf));
const clockOutOf = ({ clockIn, clockOut, breaks }: Entry): string => {
  const paused = breaks.reduce((sum, [start, end]) => sum + (end ?? start) - start, 0);
  return (clockOut ?? clockIn) - clockIn - paused > 8 * HOUR ? 'overtime' : 'clock_out';
};

export class Model {
  readonly people: Person[] = [];
  now: number;

  constructor(
    readonly began: number,
    public settings: Settings,
    public settingsVersion: number,
  ) {
    this.now = began;
  }

  register({ id, email, name, department }: Pick<Person, 'id' | 'email' | 'name' | 'department'>): Person {
    const account = { id, email, name, department, isActive: true, version: 1, isSignedIn: false };
    const person = { ...account, entries: [], record: [], told: [] };
    this.people.push(person);
    return record(person, 'employee_registered', 'employee_registered', person);
  }

  signIn(person: Person, isRight: boolean): string | Person {
    if (!isRight) return 'sign_in_wrong_password';
    if (!person.isActive) return 'account_disabled';
    person.isSignedIn = true;
    return person;
  }

  punch(person: Person, action: Action, { notes = '', isLocated = false }): string | Punched {
    if (!person.isSignedIn) return action === 'clock_in' ? 'clock_in_without_user' : 'not_signed_in';
    const open = person.entries.find(isRunning);
    const pause = open?.breaks.find(([, end]) => end === null);
    const at = Math.max(this.now, lastOf(person.entries));
    if (action === 'clock_in') {
      if (open && !this.#isLeftOpen(open)) return 'already_clocked_in';
      if (open) open.setAside = at;
      const lateness = this.#latenessOf(at, person.entries);
      const isKept = isLocated && this.settings.requireLocationTracking;
      const times = { clockIn: at, clockOut: null, breaks: [] };
      const entry = { id: '', ...times, notes, isLocated: isKept, setAside: null, closing: null };
      person.entries.push(entry);
      const kind = lateness ? `clock_in ${lateness.minutes}` : 'clock_in';
      return record(person, kind, lateness?.late ? 'late_arrival' : 'clock_in', { entry, lateness });
    }
    if (!open) return 'not_clocked_in';
    if (action === 'break_end' && !pause) return 'not_on_break';
    if (action !== 'break_end' && pause) return 'on_break';
    if (pause) pause[1] = at;
    else if (action === 'break_start') open.breaks.push([at, null]);
    else open.clockOut = at;
    return record(person, action, action === 'clock_out' ? clockOutOf(open) : action, { entry: open });
  }

  /** @param given a full minute */
  close(person: Person, entry: Entry, given: number, reason: string): string | Entry {
    if (entry.clockOut !== null) return 'entry_already_closed';
    if (person.isActive && !this.#isLeftOpen(entry)) return 'entry_still_running';
    const at = Math.max(given, lastOf([entry]));
    if (given > Math.min(this.now, entry.setAside ?? this.now) || at >= given + MINUTE)
      return 'invalid_input';
    entry.breaks = entry.breaks.map(([start, end]) => [start, end ?? at]);
    Object.assign(entry, { clockOut: at, closing: reason });
    return record(person, 'entry_closed', clockOutOf(entry), entry);
  }

  /** By an admin, who saw that version of the person. */
  update(person: Person, version: number, changes: Changes): string | Person {
    if (version !== person.version) return 'employee_changed';
    const { name, department, isActive } = person;
    Object.assign(person, changes);
    const isCorrected = name !== person.name || department !== person.department;
    const isBack = person.isActive && !isActive;
    const isGone = isActive && !person.isActive;
    if (isCorrected) person.record.push('employee_updated');
    if (isBack) person.record.push('employee_reactivated');
    if (isCorrected || isBack) person.told.push('employee_updated');
    if (isGone) record(person, 'employee_deactivated', 'employee_deactivated', person);
    if (isGone) person.isSignedIn = false;
    if (isCorrected || isBack || isGone) person.version += 1;
    return person;
  }

  rename(person: Person, name: string): string | Person {
    return person.isSignedIn ? this.update(person, person.version, { name }) : 'profile_not_signed_in';
  }

  saveSettings(version: number, changes: Partial<Settings>): string | Settings {
    if (version !== this.settingsVersion) return 'settings_changed';
    const before = JSON.stringify(this.settings);
    this.settings = { ...this.settings, ...changes };
    if (JSON.stringify(this.settings) !== before) this.settingsVersion += 1;
    return this.settings;
  }

  /** Whether lists say 'Late': by the settings as they are now, whatever they were. */
  isTaggedLate({ entries }: Person, { id, clockIn }: Entry): boolean {
    const before = entries.filter((one) => one.clockIn < clockIn || (one.clockIn === clockIn && one.id < id));
    return this.#latenessOf(clockIn, before)?.late === true;
  }

  #isLeftOpen({ clockIn, setAside }: Entry): boolean {
    const nightEnds = Math.floor(clockIn / MINUTE) * MINUTE + this.settings.nightShiftHours * HOUR;
    return setAside !== null || (clockIn < this.#dayOf(this.now) && this.now >= nightEnds);
  }

  /** When the workplace's day of that instant began. */
  #dayOf(at: number): number {
    const east = ZONES[this.settings.timeZone] * MINUTE;
    return Math.floor((at + east) / DAY) * DAY - east;
  }

  /** @param before the person's entries before that instant */
  #latenessOf(at: number, before: readonly Entry[]): Lateness {
    const day = this.#dayOf(at);
    if (before.some(({ clockIn }) => clockIn >= day)) return null;
    const { workStartTime, lateThresholdMinutes, allowFlexibleHours } = this.settings;
    const [hours = 0, minutes = 0] = workStartTime.split(':').map(Number);
    const past = Math.floor((at - day) / MINUTE) - hours * 60 - minutes - lateThresholdMinutes;
    const late = past > 0 && !allowFlexibleHours;
    return { late, minutes: late ? past : 0 };
  }
}

/** @param kind of the row in the ledger @param type of what the admins are told */
function record<Done>(person: Person, kind: string, type: string, done: Done): Done {
  person.record.push(kind);
  person.told.push(type);
  return done;
}
