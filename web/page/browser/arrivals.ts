// Parts of the page that come when they are wanted. A part may not arrive: the network is down, or the page has been
// renewed on its host, which no longer has the files that this tab was made of.

/** Not an error of what came, but that it did not come. */
export class NotArrived extends Error {
  override readonly name = 'NotArrived';
}

/**
 * Brings a part; may be called again where it did not arrive.
 *
 * @throws NotArrived (as a rejection)
 */
export async function arrival<T>(bring: () => Promise<T>): Promise<T> {
  try {
    await stylesAgain();
    return await bring();
  } catch (cause) {
    throw new NotArrived(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The bundler asks for the styles of a part once; those that failed (first.js marks them) are asked for here. */
async function stylesAgain(): Promise<void> {
  if (!('document' in globalThis)) return;
  await Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[data-failed]')].map(styleAgain));
}

function styleAgain(failed: HTMLLinkElement): Promise<void> {
  const link = failed.cloneNode() as HTMLLinkElement;
  delete link.dataset.failed;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${link.href} did not load`));
    failed.replaceWith(link);
  });
}
