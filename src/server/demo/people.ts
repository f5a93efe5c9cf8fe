import type { ScheduleDay } from '#domain/time/workplace-day';
import { POSITIONS } from '#domain/people/employee';
import { FIRST_STUDIOS } from '#domain/people/studios';
import { createSeededRandom } from './day-plan.ts';

export const DEMO_PASSWORD = 'punctual-demo';
export const DEMO_WORKPLACE = 'Kingfisher & Co';
export const DEMO_REGION = 'DE-BY';
export const DEMO_ADMIN = {
  email: 'admin@punctual.example',
  password: DEMO_PASSWORD,
  name: 'Grace Hopper',
} as const;

export interface DemoPerson {
  readonly name: string;
  readonly email: string;
  readonly department: string;
  readonly hub: string;
  readonly position: string;
  readonly joinedDaysAgo: number;
  /** Minutes before (negative) or after the start of work. */
  readonly usualArrival: number;
  /** Percent of days on which the person is late. `overtimePercent` and `absentPercent` are percents, too. */
  readonly latePercent: number;
  readonly overtimePercent: number;
  readonly absentPercent: number;
  readonly leftDaysAgo: number | null;
  readonly schedule: DemoSchedule | null;
}

const OFF: ScheduleDay = { minutes: 0 };
const EARLY: ScheduleDay = {
  minutes: 480,
  start: '06:00',
  end: '14:00',
  breakStart: '10:00',
  breakMinutes: 30,
};
const MORNING: ScheduleDay = { minutes: 300, start: '08:00', end: '13:00' };
const LONG: ScheduleDay = { minutes: 480, start: '08:00', end: '16:00' };

export const DEMO_SCHEDULES = {
  'Early shift': [EARLY, EARLY, EARLY, EARLY, EARLY, OFF, OFF],
  'Part-time, alternating weeks': [
    [MORNING, MORNING, MORNING, OFF, OFF, OFF, OFF],
    [LONG, LONG, LONG, LONG, OFF, OFF, OFF],
  ].flat(),
} as const;
export type DemoSchedule = keyof typeof DEMO_SCHEDULES;
const SCHEDULED: Readonly<Record<number, DemoSchedule>> = {
  9: 'Part-time, alternating weeks',
  14: 'Early shift',
  22: 'Early shift',
};

const NAMES = [
  'Ada Lovelace',
  'Amara Okafor',
  'Anil Gurung',
  'Björn Lindqvist',
  'Carla Mendes',
  'Chen Wei',
  'Dilnoza Karimova',
  'Elif Yıldız',
  'Emil Novák',
  'Fatima Zahra',
  'Gita Shrestha',
  'Hana Sato',
  'Ibrahim Diallo',
  'Ines Moreau',
  'Jakub Kowalski',
  'Joana Ribeiro',
  'Kofi Mensah',
  'Lars Petersen',
  'Leila Haddad',
  'Luca Bianchi',
  'Maja Horvat',
  'Marcus Reed',
  'Mei Tanaka',
  'Nadia Petrova',
  "Niamh O'Connor",
  'Olu Adeyemi',
  'Pavel Dvořák',
  'Priya Nair',
  'Quentin Laurent',
  'Rosa Álvarez',
  'Samir Khan',
  'Sofia Costa',
  'Tariq Aziz',
  'Thandi Nkosi',
  'Tomás Herrera',
  'Uma Rao',
  'Viktor Schmidt',
  'Wanjiru Kamau',
  'Yara Silva',
  'Zoe Martin',
] as const;

export const HISTORY_DAYS = 90;
const JOINED_LATER: Readonly<Record<number, number>> = { 7: 61, 16: 45, 23: 30, 29: 18, 34: 9 };
const FORMER_INDEX = 38;

const demoEmail = (name: string): string =>
  `${name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f']/g, '')
    .replaceAll('ı', 'i')
    .toLowerCase()
    .replaceAll(' ', '.')}@punctual.example`;

export function demoPeople(count: number = NAMES.length): DemoPerson[] {
  return NAMES.slice(0, count).map((name, index) => {
    const chance = createSeededRandom(1_000 + index);
    const { name: department = '', hubs = [] } = FIRST_STUDIOS[index % FIRST_STUDIOS.length] ?? {};
    const isLatecomer = index % 9 === 4;
    return {
      name,
      email: demoEmail(name),
      department,
      hub: hubs[Math.floor(index / FIRST_STUDIOS.length) % hubs.length] ?? '',
      position: index % 7 === 0 ? POSITIONS[0] : index % 11 === 6 ? POSITIONS[2] : POSITIONS[1],
      joinedDaysAgo: JOINED_LATER[index] ?? HISTORY_DAYS,
      usualArrival: chance.between(-22, -4),
      latePercent: isLatecomer ? 38 : chance.between(2, 12),
      overtimePercent: index % 8 === 2 ? 35 : chance.between(4, 14),
      absentPercent: index % 10 === 5 ? 12 : chance.between(2, 6),
      leftDaysAgo: index === FORMER_INDEX ? 20 : null,
      schedule: SCHEDULED[index] ?? null,
    };
  });
}
