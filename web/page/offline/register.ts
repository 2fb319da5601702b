/** Keeps the page for a time without a network, once it has shown what it was opened for. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where it is refused, as in a private window, the page works as before.
  navigator.serviceWorker.register(new URL('offline.js', document.baseURI)).catch(() => {});
}
