/** Notifications are stored in English. These sentences are read back, so that each reader gets their own language. */
import { decimalText, textTable } from '#texts/say';

/** English sentences of `notificationFor`. A message takes the first one that fits. */
const STORED = [
  ['{name} registered as a new employee and waits for approval', 'activity.registeredWaits'],
  ['{name} registered as a new employee', 'activity.registered'],
  ['{name} was added as a new employee', 'activity.added'],
  ['{name} clocked in at {time} ({minutes} min late)', 'activity.clockedInLate'],
  ['{name} clocked in at {time}', 'activity.clockedIn'],
  ['{name} clocked out after more than {hours} h (overtime)', 'activity.clockedOutBarelyOver'],
  ['{name} clocked out after {hours} h (overtime)', 'activity.clockedOutOver'],
  ['{name} clocked out after {hours} h', 'activity.clockedOut'],
  ['{admin} clocked {name} out after more than {hours} h (overtime)', 'activity.closedBarelyOver'],
  ['{admin} clocked {name} out after {hours} h (overtime)', 'activity.closedOver'],
  ['{admin} clocked {name} out after {hours} h', 'activity.closed'],
  ['{name} stated when they left, after more than {hours} h (overtime)', 'activity.statedBarelyOver'],
  ['{name} stated when they left, after {hours} h (overtime)', 'activity.statedOver'],
  ['{name} stated when they left, after {hours} h', 'activity.stated'],
  // Sentences of earlier versions.
  ['{name} stated when they had left, after more than {hours} h (overtime)', 'activity.statedBarelyOver'],
  ['{name} stated when they had left, after {hours} h (overtime)', 'activity.statedOver'],
  ['{name} stated when they had left, after {hours} h', 'activity.stated'],
  ['{name} started a break at {time}', 'activity.breakStarted'],
  ['{name} ended an extended break ({minutes} min)', 'activity.longBreakEnded'],
  ['{name} ended a break ({minutes} min)', 'activity.breakEnded'],
  ['{name} was updated: {fields}', 'activity.updated'],
  ['{name} was deactivated', 'activity.deactivated'],
] as const;

/** Names of fields, which English keeps as they are stored. */
const FIELDS: Readonly<Record<string, string>> = textTable({
  name: 'changedField.name',
  email: 'changedField.email',
  employeeId: 'changedField.employeeId',
  payrollNumber: 'changedField.payrollNumber',
  employedSince: 'changedField.employedSince',
  department: 'changedField.department',
  hub: 'changedField.hub',
  position: 'changedField.position',
  role: 'changedField.role',
  isActive: 'changedField.isActive',
  password: 'changedField.password',
});

const PATTERNS: Readonly<Record<string, string>> = {
  time: '\\d+:\\d\\d(?:\\s[AP]M)?',
  minutes: '\\d+',
  hours: '[\\d.]+',
};
const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const NONE = { time: '', minutes: '', hours: '', admin: '', fields: '' };

/** Reads a stored sentence back: the key of its text, and its values without the name. Null if no row of `STORED` fits. */
export function readNotification(message: string, name: string) {
  for (const [english, key] of STORED) {
    const parts = english.split(/\{(\w+)\}/);
    const pattern = parts.map((part, at) =>
      at % 2 === 0 ? escape(part) : part === 'name' ? escape(name) : `(?<${part}>${PATTERNS[part] ?? '.*'})`,
    );
    const found = new RegExp(`^${pattern.join('')}$`, 'su').exec(message);
    if (!found) continue;
    const values = { ...NONE, ...found.groups };
    const fields = values.fields.split(', ').map((name) => FIELDS[name] ?? name);
    return { key, values: { ...values, hours: decimalText(values.hours), fields: fields.join(', ') } };
  }
  return null;
}
