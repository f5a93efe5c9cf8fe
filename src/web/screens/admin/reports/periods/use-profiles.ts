import type { LiveChange } from '#contract/live';
import { useAsked } from '#web/live/use-asked.ts';

export const PROFILES_KEY = ['payrollProfiles'];

const concerns = ({ kind }: LiveChange): boolean => kind === 'payroll_profiles_updated';

export const useProfiles = () => useAsked('payrollProfiles', concerns);
