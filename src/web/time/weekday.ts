const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** 'Mon' to 'Sun', of an ISO weekday. */
export const weekdayName = (weekday: number): string => NAMES[weekday - 1] ?? '';
