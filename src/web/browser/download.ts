/** Gives a file to the person, under its name. */

const MIME = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

export type FileKind = keyof typeof MIME;

/** Long enough for every browser to have begun; then the memory is given back. */
const KEPT_MS = 60_000;

export function download(name: string, kind: FileKind, content: string | readonly Uint8Array[]): void {
  const parts = typeof content === 'string' ? [content] : content.map((part) => part.slice());
  const address = URL.createObjectURL(new Blob(parts, { type: MIME[kind] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
