/** Fetches files as bytes, since the API client reads only JSON. */
import type { Problem } from '#contract/problems';
import type { InputOf } from '#contract/routes';
import { pathOf } from '#web/api.ts';

type FileRoute = 'payrollFile' | 'payrollSignature' | 'securityLogFile';

const UNREACHABLE = 'The server cannot be reached. Try again.';

export async function fetchFile<Name extends FileRoute>(route: Name, question: InputOf<Name>) {
  try {
    const response = await fetch(pathOf(route, question), { credentials: 'same-origin', cache: 'no-store' });
    if (!response.ok) {
      const problem = (await response.json().catch(() => null)) as Problem | null;
      return { ok: false, message: problem?.message ?? UNREACHABLE } as const;
    }
    const [, name = 'file'] =
      /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    return { ok: true, name, type, bytes: new Uint8Array(await response.arrayBuffer()) } as const;
  } catch {
    return { ok: false, message: UNREACHABLE } as const;
  }
}
