// After the first visit the page needs no network: what was built is kept, and answers from then on.
// The build writes before this file the list of what it built, `files`, and the name of the store, `version`.
/// <reference lib="webworker" />

/** @type {readonly string[]} */
const all = files;
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

scope.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(version)
      .then((store) => store.addAll(all))
      .then(() => scope.skipWaiting()),
  );
});

scope.addEventListener('activate', (event) => {
  const forget = (/** @type {string[]} */ names) =>
    Promise.all(
      names.filter((name) => name.startsWith('xattention ') && name !== version).map((name) => caches.delete(name)),
    );
  event.waitUntil(caches.keys().then(forget));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(request.mode === 'navigate' ? newest(request) : kept(request));
});

/** The page itself as the host has it now, else as it was. @param {Request} request */
async function newest(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const store = await caches.open(version);
    const page = await store.match('./');
    if (page) return page;
    throw error;
  }
}

/** The names of all other files say what is in them. @param {Request} request */
async function kept(request) {
  const store = await caches.open(version);
  return (await store.match(request, { ignoreVary: true })) ?? fetch(request);
}
