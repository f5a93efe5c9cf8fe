const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export const weekdayName = (weekday: number): string => NAMES[weekday - 1] ?? '';
