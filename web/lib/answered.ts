// Questions to what may hang and then never answers: a browser's GPU process, a worker that is to start.

export interface Waiting<T> {
  /** How long an answer is waited for, in milliseconds. */
  patience?: number;
  /** Lets go of an answer that comes later. */
  discard?: (late: T) => void;
}

/** The answer; rejects where none comes in time. */
export async function answered<T>(
  asking: Promise<T>,
  { patience = 10_000, discard = () => {} }: Waiting<T> = {},
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patience / 1000} s`)), patience);
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
