/** What went wrong goes where uncaught errors go, and whoever caught it goes on. */
export function report(error: unknown): void {
  if ('reportError' in globalThis) reportError(error);
  else
    setTimeout(() => {
      throw error;
    });
}
