/** Fetches payroll files and signatures: bytes, where the API client reads JSON. */
import type { Problem } from '#contract/problems';
import type { InputOf } from '#contract/routes';
import { pathOf } from '#web/api.ts';
import type { LiveChange } from '#contract/live';
import { useAsked } from '#web/live/use-asked.ts';

export const PROFILES_KEY = ['payrollProfiles'];

const concerns = ({ kind }: LiveChange): boolean => kind === 'payroll_profiles_updated';

export const useProfiles = () => useAsked('payrollProfiles', concerns);

export type FileRoute = 'payrollFile' | 'payrollSignature';

const UNREACHABLE = 'The server cannot be reached. Try again.';

export async function fetchPayrollFile(route: FileRoute, question: InputOf<'payrollFile'>) {
  try {
    const response = await fetch(pathOf(route, question), { credentials: 'same-origin', cache: 'no-store' });
    if (!response.ok) {
      const problem = (await response.json().catch(() => null)) as Problem | null;
      return { ok: false, message: problem?.message ?? UNREACHABLE } as const;
    }
    const [, name = 'payroll'] =
      /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    return { ok: true, name, type, bytes: new Uint8Array(await response.arrayBuffer()) } as const;
  } catch {
    return { ok: false, message: UNREACHABLE } as const;
  }
}
