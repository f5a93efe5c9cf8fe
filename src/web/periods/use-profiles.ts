import type { LiveChange } from '#contract/monitoring/live';
import { useLiveQuery } from '#web/live/use-live-query.ts';

export const PROFILES_KEY = ['payrollProfiles'];

const concerns = ({ kind }: LiveChange): boolean => kind === 'payroll_profiles_updated';

export const usePayrollProfiles = () => useLiveQuery('payrollProfiles', concerns);
