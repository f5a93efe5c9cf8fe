/** Downloads a file that the server makes, since the API client reads only JSON. */
import { say } from '#texts/say';
import type { InputOf } from '#contract/routes';
import { type Failure, failureOf, requestOf } from '#web/api.ts';
import { downloadBytes } from '#web/browser/download.ts';

type FileRoute = 'makeCards' | 'payrollFile' | 'payrollSignature' | 'reportFile' | 'securityLogFile';

const unreachable = (): Failure => ({ kind: 'unreachable', message: say('save.unreachable') });

interface SaveOptions {
  /** Default: the server's name of the file. */
  readonly name?: string;
  readonly signal?: AbortSignal;
}

/** @returns why there is no file; null once the browser has it. Throws the signal's reason if aborted. */
export async function saveFile<Name extends FileRoute>(
  route: Name,
  question: InputOf<Name>,
  { name, signal }: SaveOptions = {},
): Promise<Failure | null> {
  try {
    const response = await fetch(...requestOf(route, question, signal ?? null));
    if (!response.ok) {
      const failure = failureOf(response.status, await response.json().catch(() => null));
      return failure.kind === 'refused' ? failure : unreachable();
    }
    const [, named = 'file'] =
      /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    downloadBytes(name ?? named, new Uint8Array(await response.arrayBuffer()), type);
    return null;
  } catch {
    signal?.throwIfAborted();
    return unreachable();
  }
}
