/**
 * A small model of Punctual, with which the real servers are compared. It uses no code of the product, so that
 * one mistake cannot hide in both. Instants are epoch milliseconds. A method returns the code of the problem,
 * or what was done.
 */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Zones without summer time, so that local time is an addition. Minutes east of Greenwich. */
const ZONES = { UTC: 0, 'Asia/Kathmandu': 345, 'Pacific/Honolulu': -600 } as const;
type Zone = keyof typeof ZONES;
const eastOf = (zone: Zone): number => ZONES[zone] * MINUTE;
/** A zone, and the day from which it applies, in days since 1970. */
type ZoneFrom = readonly [day: number, zone: Zone];
/** The instant at which the clocks change to this zone. */
const setAt = (day: number, zone: Zone, before: Zone): number =>
  day * DAY - Math.max(eastOf(zone), eastOf(before));

export interface Entry {
  /** Chosen by the server. */
  id: string;
  readonly clockIn: number;
  clockOut: number | null;
  breaks: [start: number, end: number | null][];
  readonly notes: string;
  readonly isLocated: boolean;
  /** The later clock-in that set it aside. */
  setAside: number | null;
  /** The reason an admin gave. */
  closing: string | null;
}
/** Null for a clock-in that is not the first of its day. */
export type Lateness = { readonly late: boolean; readonly minutes: number } | null;
/** `lateness` is set for a clock-in only. */
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
  /** The kinds of the rows in their chain, with the lateness of an arrival. */
  readonly record: string[];
  /** The types of their notifications. */
  readonly told: string[];
}
export interface Settings {
  /** The zone that was saved last. It may apply only from a later day. */
  readonly timeZone: Zone;
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

/** The times of all punches of an entry, in order. */
export const punchesOf = ({ clockIn, breaks, clockOut }: Entry): number[] =>
  [clockIn, ...breaks.flat(), clockOut].filter((at) => at !== null);
const lastOf = (entries: readonly Entry[]): number => Math.max(...entries.flatMap(punchesOf));
const clockOutOf = ({ clockIn, clockOut, breaks }: Entry): string => {
  const paused = breaks.reduce((sum, [start, end]) => sum + (end ?? start) - start, 0);
  return (clockOut ?? clockIn) - clockIn - paused > 8 * HOUR ? 'overtime' : 'clock_out';
};

export class Model {
  readonly people: Person[] = [];
  #zones: readonly ZoneFrom[];
  /** Each version of the settings, with the day from which its hours apply. */
  #hours: readonly (readonly [day: number, Settings])[];
  now: number;

  constructor(
    readonly began: number,
    public settings: Settings,
    public settingsVersion: number,
    /** Whether anybody ever clocked in before this sequence. */
    readonly hadEntries: boolean,
  ) {
    this.now = began;
    this.#zones = [[-Infinity, settings.timeZone]];
    this.#hours = [[-Infinity, settings]];
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

  /** An admin's edit. @param version of the person that the admin saw */
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
    const before = this.settings;
    this.settings = { ...before, ...changes };
    const today = this.#wasUsed ? this.#dayNumberOf(this.now) : -Infinity;
    this.#hours = [...this.#hours.filter(([day]) => day < today), [today, this.settings]];
    if (this.settings.timeZone !== before.timeZone) this.#changeZone(this.settings.timeZone);
    if (JSON.stringify(this.settings) !== JSON.stringify(before)) this.settingsVersion += 1;
    return this.settings;
  }

  /** Whether lists say 'Late', by the settings of that day. */
  isTaggedLate({ entries }: Person, { id, clockIn }: Entry): boolean {
    const before = entries.filter((one) => one.clockIn < clockIn || (one.clockIn === clockIn && one.id < id));
    return this.#latenessOf(clockIn, before)?.late === true;
  }

  #isLeftOpen({ clockIn, setAside }: Entry): boolean {
    const nightEnds = Math.floor(clockIn / MINUTE) * MINUTE + this.settings.nightShiftHours * HOUR;
    return setAside !== null || (clockIn < this.#dayOf(this.now) && this.now >= nightEnds);
  }

  /** The workplace's local time, and whether it occurs for the second time after the clocks went back. */
  wallOf(at: number): { readonly shown: number; readonly isAgain: boolean } {
    const index = this.#zones.findLastIndex(([day, zone], n) => at >= setAt(day, zone, this.#zoneBefore(n)));
    const [day, zone] = this.#zones[index] ?? this.#first;
    const shown = at + eastOf(zone);
    const before = this.#zoneBefore(index);
    return { shown, isAgain: shown - eastOf(before) < setAt(day, zone, before) };
  }

  get #first(): ZoneFrom {
    return this.#zones[0] ?? [-Infinity, this.settings.timeZone];
  }
  #zoneBefore = (index: number): Zone => (this.#zones[index - 1] ?? this.#first)[1];
  #zoneOn = (day: number): Zone => (this.#zones.findLast(([from]) => from <= day) ?? this.#first)[1];
  #startOf = (day: number): number => day * DAY - eastOf(this.#zoneOn(day));

  /** Applies the zone from the first day not begun in either zone, or at once before the first clock-in. */
  #changeZone(zone: Zone): void {
    if (!this.#wasUsed) {
      this.#zones = [[-Infinity, zone]];
      return;
    }
    let day = Math.floor(this.now / DAY);
    while (this.#startOf(day) <= this.now || setAt(day, zone, this.#zoneOn(day - 1)) <= this.now) day += 1;
    this.#zones = [...this.#zones.filter(([from]) => from < day), [day, zone]];
  }

  get #wasUsed(): boolean {
    return this.hadEntries || this.people.some(({ entries }) => entries.length > 0);
  }

  #dayNumberOf(at: number): number {
    let day = Math.floor(at / DAY) + 1;
    while (this.#startOf(day) > at) day -= 1;
    return day;
  }

  /** The start of the workplace's day that contains this instant. */
  #dayOf = (at: number): number => this.#startOf(this.#dayNumberOf(at));

  /** @param before the person's entries before that instant */
  #latenessOf(at: number, before: readonly Entry[]): Lateness {
    const day = this.#dayOf(at);
    if (before.some(({ clockIn }) => clockIn >= day)) return null;
    const number = this.#dayNumberOf(at);
    const [, held = this.settings] = this.#hours.findLast(([from]) => from <= number) ?? [];
    const { workStartTime, lateThresholdMinutes, allowFlexibleHours } = held;
    const [hours = 0, minutes = 0] = workStartTime.split(':').map(Number);
    const shown = Math.floor((this.wallOf(at).shown % DAY) / MINUTE);
    const past = shown - hours * 60 - minutes - lateThresholdMinutes;
    // January 3, 1970 was a Saturday.
    const isWeekend = number % 7 === 2 || number % 7 === 3;
    const late = past > 0 && !allowFlexibleHours && !isWeekend;
    return { late, minutes: late ? past : 0 };
  }
}

/** @param kind of the ledger row @param type of the notification */
function record<Done>(person: Person, kind: string, type: string, done: Done): Done {
  person.record.push(kind);
  person.told.push(type);
  return done;
}
