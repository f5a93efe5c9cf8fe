/** Hands a text that was made here to the browser as a file. */
export function downloadText(name: string, text: string, type: string): void {
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** The same with bytes, in pieces. */
export function downloadBytes(name: string, pieces: readonly Uint8Array<ArrayBuffer>[], type: string): void {
  downloadBlob(name, new Blob([...pieces], { type }));
}

function downloadBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
