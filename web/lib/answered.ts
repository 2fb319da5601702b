// Questions to what may hang and then never answers: a browser's GPU process, a worker that is to start.

export interface Waiting<T> {
  /** How long an answer is waited for, in milliseconds. */
  patience?: number;
  /** Nobody waits for the answer: it keeps no program from ending. */
  isAside?: boolean;
  /** Lets go of an answer that comes later. */
  discard?: (late: T) => void;
}

/** No answer came in time. */
export class Silence extends Error {
  constructor(patience: number) {
    super(`no answer in ${patience / 1000} s`);
  }
}

/** The answer; rejects with a Silence where none comes in time. */
export async function answered<T>(
  asking: Promise<T>,
  { patience = 10_000, isAside = false, discard = () => {} }: Waiting<T> = {},
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silence(patience)), patience);
    if (isAside) unref(timer);
  });
  try {
    return await Promise.race([asking, silence]);
  } catch (error) {
    asking.then(discard, () => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** In Node a timer keeps the program from ending; in a browser it is a number. */
export function unref(timer: unknown): void {
  (timer as { unref?(): void }).unref?.();
}
