const READ_MS = 60_000;

/** Hands fetched bytes to the browser as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // A phone reads it some time after the press.
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}
