/** A file or a pasted text that is not what it should be: where, what was expected there, and what came. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly where: string;
  readonly expected: string;
  readonly got: string;

  constructor(where: string, expected: string, got: string) {
    // Names of arrays and whatever else is the file's own may be as long as the file.
    const [inside, wanted, came] = [where, expected, got].map(shortened) as [string, string, string];
    super(`${inside}: expected ${wanted}, got ${came}`);
    this.where = inside;
    this.expected = wanted;
    this.got = came;
  }
}

const shortened = (text: string): string => (text.length > 400 ? `${text.slice(0, 400)}…` : text);

/** Text from a file as an error may show it: at most 200 characters, nothing invisible. */
export function quoted(text: string): string {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return JSON.stringify(shown);
}
