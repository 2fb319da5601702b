// Questions to a browser's GPU process, which may hang and then never answers.

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 10_000;

/**
 * The answer; rejects where none comes in time.
 *
 * @param discard - lets go of an answer that comes later
 */
export async function answered<T>(asking: Promise<T>, discard: (late: T) => void = () => {}): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${PATIENCE / 1000} s`)), PATIENCE);
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
