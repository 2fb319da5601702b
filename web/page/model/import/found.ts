// What was found in files and pasted text: arrays that are not read before it is known what they are for.
import { AttentionError } from '../../../lib/errors';
import { FileError } from '../../files/errors';
import type { State } from '../state';

export interface FoundArray {
  file: string;
  name: string;
  /** As its file writes it. */
  dtype: string;
  shape: readonly number[];
  /** @throws FileError where its numbers cannot be read: nobody may want them */
  read(): ArrayLike<number>;
  /** Its first axis is known to be the layers of a model. */
  layered?: boolean;
}

export interface Found {
  arrays: FoundArray[];
  /** Names of rows and of columns, where the file has them. */
  tokens?: string[];
  keys?: string[];
  numHeads?: number;
  /** A picture of this page, whole. */
  state?: State;
  /** How it was understood, where it could have been otherwise. */
  remarks?: Remark[];
}

export type Remark = { file: string } & (
  | { kind: 'encoding'; encoding: string }
  | { kind: 'decimal comma' }
  /** The first line, which is no row of numbers. */
  | { kind: 'header'; names: readonly string[] }
  /** The first column, which is no column of numbers. */
  | { kind: 'labels' }
  /** Left out. */
  | { kind: 'no numbers'; name: string }
);

/** What goes wrong inside says which file it was. */
export function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FileError) throw new FileError(`${file}: ${error.where}`, error.expected, error.got);
    if (error instanceof AttentionError) throw new FileError(`${file}: ${error.argument}`, error.expected, error.got);
    throw error;
  }
}

/** The name without its folder and its ending. */
export const stem = (file: string): string => file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
