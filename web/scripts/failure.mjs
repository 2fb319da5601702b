// Bad situations are told in plain words: a Failure is a message for a person, and needs no stack trace.

export class Failure extends Error {}

/**
 * Runs a script's main function; its last word is the exit status.
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
