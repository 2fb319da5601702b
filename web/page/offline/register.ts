/** Keeps the page for a time without a network, once it has shown what it was opened for. */
export async function keepForOffline(): Promise<void> {
  if (!import.meta.env.PROD) return;
  try {
    await navigator.serviceWorker.register(new URL('offline.js', document.baseURI), { updateViaCache: 'none' });
  } catch {
    // Where it is refused, as in a private window or in a frame of another site, the page works as before.
  }
}
