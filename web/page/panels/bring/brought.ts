// What a person has brought so far: what was read, what each array is for, and what that amounts to.
import { FileError, quoted } from '../../files/errors';
import type { Fault } from '../../i18n/faults';
import { type Assembled, assemble } from '../../model/import/assemble';
import { checkSize, readBytes, readText } from '../../model/import/files';
import { type Found, inFile, type Remark } from '../../model/import/found';
import { type Chosen, guess } from '../../model/import/roles';
import type { Language, State } from '../../model/state';

export interface Brought {
  arrays: readonly Chosen[];
  tokens: readonly string[] | undefined;
  keys: readonly string[] | undefined;
  numHeads: number | undefined;
  /** A picture that this page saved. */
  state: State | undefined;
  /** What it amounts to, or why it does not yet. */
  assembled: Assembled;
  missing: Fault | undefined;
  /** How what was read was understood. */
  remarks: readonly Remark[];
  /** What could not be read. */
  faults: readonly Fault[];
  pasted: string;
  done: boolean;
}

export const nothingBrought: Brought = {
  arrays: [],
  tokens: undefined,
  keys: undefined,
  numHeads: undefined,
  state: undefined,
  assembled: {},
  missing: undefined,
  remarks: [],
  faults: [],
  pasted: '',
  done: false,
};

/** The same with something changed, assembled anew. */
export function changed(brought: Brought, patch: Partial<Brought>): Brought {
  const now = { ...brought, done: false, ...patch };
  const { arrays, tokens, keys, numHeads } = now;
  if (arrays.length === 0) return { ...now, assembled: {}, missing: undefined };
  try {
    return { ...now, assembled: assemble(arrays, { tokens, keys, numHeads }), missing: undefined };
  } catch (error) {
    return { ...now, assembled: {}, missing: faultOf(error) };
  }
}

/** Adds what is found; a file that cannot be read takes nothing away. */
export async function withFiles(brought: Brought, files: Iterable<File>, language: Language): Promise<Brought> {
  let now = { ...brought, faults: [] as readonly Fault[] };
  for (const file of files) {
    try {
      checkSize(file.name, file.size); // before it is read
      now = added(now, readBytes(file.name, await bytesOf(file), language));
    } catch (error) {
      now = { ...now, faults: [...now.faults, faultOf(error)] };
    }
  }
  return changed(now, {});
}

export function withPasted(brought: Brought, name: string, language: Language): Brought {
  try {
    const { pasted } = brought;
    checkSize(name, pasted.length);
    return changed(
      {
        ...added(
          brought,
          inFile(name, () => readText(name, pasted, language)),
        ),
        faults: [],
      },
      { pasted: '' },
    );
  } catch (error) {
    return { ...brought, faults: [faultOf(error)] };
  }
}

function added(brought: Brought, { arrays, tokens, keys, numHeads, state, remarks = [] }: Found): Brought {
  const all = guess([...brought.arrays.map(({ array }) => array), ...arrays]);
  return {
    ...brought,
    // What a person has said stays said.
    arrays: all.map((one, i) => brought.arrays[i] ?? one),
    tokens: tokens ?? brought.tokens,
    keys: keys ?? brought.keys,
    numHeads: numHeads ?? brought.numHeads,
    state: state ?? brought.state,
    remarks: [...brought.remarks, ...remarks],
  };
}

/** A file may have gone, or be no file, since it was chosen. */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new FileError(file.name, 'a file that can be read', quoted(String(error)));
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof FileError) return error;
  throw error;
}
