/**
 * What Punctual has to do, in a few words of its own: the real servers are held against it. Nothing of the
 * product is used here, so that a mistake has to be made twice to go unseen. Instants are epoch milliseconds.
 * A method answers with the code of the problem, or with what was done.
 */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
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
  /** The reason an admin gave. */
  closing: string | null;
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
  /** The kinds of the rows in their chain of the ledger. */
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
/** A request that was done, with what was answered; `by` null is the admin, or who registers. */
export interface Answered {
  readonly by: Person | null;
  readonly route: string;
  readonly requestId: string;
  readonly input: object;
  readonly output: unknown;
}
export type Action = 'clock_in' | 'break_start' | 'break_end' | 'clock_out';
type Changes = Partial<Pick<Person, 'name' | 'department' | 'isActive'>>;

const lastOf = (entries: readonly Entry[]): number =>
  Math.max(
    ...entries.flatMap(({ clockIn, clockOut, breaks }) => [
      clockIn,
      clockOut ?? 0,
      ...breaks.flat().map(Number),
    ]),
  );
const clockOutOf = ({ clockIn, clockOut, breaks }: Entry): string => {
  const paused = breaks.reduce((sum, [start, end]) => sum + (end ?? start) - start, 0);
  return (clockOut ?? clockIn) - clockIn - paused > 8 * HOUR ? 'overtime' : 'clock_out';
};

export class Model {
  readonly people: Person[] = [];
  readonly answers: Answered[] = [];
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
    const person = {
      ...account,
      entries: [],
      record: ['employee_registered'],
      told: ['employee_registered'],
    };
    this.people.push(person);
    return person;
  }

  signIn(person: Person, isRight: boolean): string | Person {
    if (!isRight) return 'sign_in_wrong_password';
    if (!person.isActive) return 'account_disabled';
    person.isSignedIn = true;
    return person;
  }

  punch(person: Person, action: Action, { notes = '', isLocated = false }): string | Entry {
    if (!person.isSignedIn) return action === 'clock_in' ? 'clock_in_without_user' : 'not_signed_in';
    const open = person.entries.find(({ clockOut }) => clockOut === null);
    const pause = open?.breaks.find(([, end]) => end === null);
    const at = Math.max(this.now, lastOf(person.entries));
    if (action === 'clock_in') {
      if (open) return 'already_clocked_in';
      const type = this.#isLate(person, at) ? 'late_arrival' : action;
      const kept = isLocated && this.settings.requireLocationTracking;
      const entry = {
        id: '',
        clockIn: at,
        clockOut: null,
        breaks: [],
        notes,
        isLocated: kept,
        closing: null,
      };
      person.entries.push(entry);
      return record(person, action, type, entry);
    }
    if (!open) return 'not_clocked_in';
    if (action === 'break_end' && !pause) return 'not_on_break';
    if (action !== 'break_end' && pause) return 'on_break';
    if (pause) pause[1] = at;
    else if (action === 'break_start') open.breaks.push([at, null]);
    else open.clockOut = at;
    return record(person, action, action === 'clock_out' ? clockOutOf(open) : action, open);
  }

  /** @param given a full minute */
  close(person: Person, entry: Entry, given: number, reason: string): string | Entry {
    if (entry.clockOut !== null) return 'entry_already_closed';
    const nightEnds = Math.floor(entry.clockIn / MINUTE) * MINUTE + this.settings.nightShiftHours * HOUR;
    const isLeftOpen = entry.clockIn < this.#dayOf(this.now) && this.now >= nightEnds;
    if (person.isActive && !isLeftOpen) return 'entry_still_running';
    const at = Math.max(given, lastOf([entry]));
    if (given > this.now || at >= given + MINUTE) return 'invalid_input';
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
    if (isCorrected) person.record.push('employee_updated');
    if (!isActive && person.isActive) person.record.push('employee_reactivated');
    if (isCorrected || (!isActive && person.isActive)) person.told.push('employee_updated');
    if (isActive && !person.isActive) record(person, 'employee_deactivated', 'employee_deactivated', person);
    if (!person.isActive) person.isSignedIn = false;
    if (isCorrected || isActive !== person.isActive) person.version += 1;
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

  /** By its id a request is done once, and its answer is given again. */
  keep(answered: Answered): void {
    if (this.answers.every(({ requestId }) => requestId !== answered.requestId)) this.answers.push(answered);
  }

  /** When the workplace's day of that instant began. */
  #dayOf(at: number): number {
    const east = ZONES[this.settings.timeZone] * MINUTE;
    return Math.floor((at + east) / DAY) * DAY - east;
  }

  /** Only the first clock-in of a day can be late. */
  #isLate({ entries }: Person, at: number): boolean {
    const day = this.#dayOf(at);
    if (this.settings.allowFlexibleHours || entries.some(({ clockIn }) => clockIn >= day)) return false;
    const [hours = 0, minutes = 0] = this.settings.workStartTime.split(':').map(Number);
    return Math.floor((at - day) / MINUTE) > hours * 60 + minutes + this.settings.lateThresholdMinutes;
  }
}

function record<Done>(person: Person, kind: string, type: string, done: Done): Done {
  person.record.push(kind);
  person.told.push(type);
  return done;
}
