/** A file or a pasted text that is not what it should be: where, what was expected there, and what came. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly where: string;
  readonly expected: string;
  readonly got: string;

  constructor(where: string, expected: string, got: string) {
    super(`${where}: expected ${expected}, got ${got}`);
    this.where = where;
    this.expected = expected;
    this.got = got;
  }
}

/** Text from a file as an error may show it: at most 200 characters, nothing invisible. */
export function quoted(text: string): string {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return JSON.stringify(shown);
}
