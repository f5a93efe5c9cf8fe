export function downloadText(name: string, text: string, type: string): void {
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function downloadBytes(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): void {
  downloadBlob(name, new Blob([bytes], { type }));
}

function downloadBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click, so the URL stays valid for a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
