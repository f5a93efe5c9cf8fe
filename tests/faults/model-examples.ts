/** Sequences that are rarely drawn at random, so they run each time. Each finds a planted fault that was missed. */
import type { Command, Sending } from './model-command.ts';
import { close, moveClock, saveSettings, update } from './model-commands-admin.ts';
import { press } from './model-commands.ts';
import type { Action, Settings } from './model.ts';

const how: Sending = { where: 0, fate: 'once' };
const presses = (which: number, wished: Action) =>
  press.of({ which, wished, details: { notes: '', isLocated: false }, how });
const clockIn = presses(0, 'clock_in');
const startBreak = presses(0, 'break_start');
const endBreak = presses(0, 'break_end');
const clockOut = presses(0, 'clock_out');
const othersClockIn = presses(1, 'clock_in');
/** An admin closes an entry, some minutes after its last punch. */
const closeAt = (minutes: number) => close.of({ which: 0, back: 0, minutes, how });
const deactivate = update.of({ which: 0, changes: { isActive: false }, isStale: false, how });
const save = (wanted: Partial<Settings>) => saveSettings.of({ wanted, isStale: false, how });
/** Moves the clock. */
const pass = (minutes: number) => moveClock.of(minutes);

/** Hours after nine UTC, and the commands. */
type Example = [hours: number, commands: Command[]];

/** An open break ends with its entry, also for a deactivated person. */
const BREAKS: Example[] = [
  [0, [clockIn, pass(31), startBreak, pass(1440), closeAt(90), clockIn]],
  [0, [clockIn, pass(31), startBreak, pass(31), deactivate, closeAt(0)]],
];

/**
 * Night shifts: one that an admin may not close yet, one of over eight hours, and one left open on a break. In the last
 * two examples the time zone changes. Midnight is then at another time from the next day on, and clocks may show an
 * evening twice.
 */
const NIGHTS: Example[] = [
  [
    12,
    [clockIn, pass(61), startBreak, pass(240), endBreak, closeAt(0), pass(1), clockOut, pass(545), clockIn],
  ],
  [12, [clockIn, pass(545), clockOut]],
  [12, [clockIn, pass(240), startBreak, pass(965), closeAt(90)]],
  [
    0,
    [save({ timeZone: 'Asia/Kathmandu' }), pass(240), clockIn, pass(545), startBreak, pass(965), closeAt(1)],
  ],
  [12, [clockIn, save({ timeZone: 'Pacific/Honolulu' }), pass(240), startBreak, pass(1440), closeAt(90)]],
];

/**
 * Lateness: the last minute on time, the first late minute, and a second clock-in of the day. Settings that are saved
 * later change none of them. With flexible hours nobody is late.
 */
const EARLIER = { workStartTime: '06:00', lateThresholdMinutes: 60 };
const LATENESS: Example[] = [
  [0, [pass(5), clockIn, pass(1), othersClockIn, clockOut, pass(31), clockIn, save(EARLIER)]],
  [0, [save(EARLIER), pass(31), clockIn, save({ allowFlexibleHours: true }), othersClockIn]],
];

export const EXAMPLES: readonly Example[] = [...BREAKS, ...NIGHTS, ...LATENESS];
