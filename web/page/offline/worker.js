// After the first visit the page needs no network: what was built is kept, and answers from then on.
// The build writes before this file the list of what it built, `files`; the script that the page starts with, `entry`;
// and `version`, which names the content of all of it.
//
// A new version is kept beside the old one and waits, as browsers have it, until no tab uses the old one any more: a tab
// that was opened before still finds the files it was made of.
/// <reference lib="webworker" />

/** @type {readonly string[]} */
const all = files;
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const home = scope.registration.scope;
/** Of this page; another one may lie at another path of the same host. */
const family = `xattention ${home} `;
const own = family + version;

scope.addEventListener('install', (event) => event.waitUntil(keepAll()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(home)) return;
  event.respondWith(isNamedByContent(request.url) ? kept(request) : newest(request));
  // The last old tab may have been closed since.
  if (request.mode === 'navigate') event.waitUntil(forgetOthers().catch(() => {}));
});

/** All or nothing: where one file is not had, this version is not installed, and the next visit tries again. */
async function keepAll() {
  const responses = await Promise.all(all.map(fetchWhole));
  const store = await caches.open(own);
  try {
    await Promise.all(all.map((file, i) => store.put(file, /** @type {Response} */ (responses[i]))));
  } catch (error) {
    await caches.delete(own); // as where the disk is full
    throw error;
  }
}

/** @param {string} file */
async function fetchWhole(file) {
  // Past the browser's own store, which may hold the page as it was.
  const response = await fetch(new Request(file, { cache: isNamedByContent(file) ? 'default' : 'reload' }));
  const { status, headers } = response;
  if (!response.ok) throw new Error(`${file}: expected status 200, got ${status}`);
  const isHtml = (headers.get('content-type') ?? '').startsWith('text/html');
  const isPage = file === './';
  if (isHtml && !isPage) throw new Error(`${file}: expected no web page`); // some hosts answer with one for anything
  const body = await response.arrayBuffer();
  // Hosts with many machines may for a while give the old page beside the new files.
  if (isPage && !new TextDecoder().decode(body).includes(entry))
    throw new Error(`${file}: expected one that starts ${entry}`);
  // Without its history: a browser does not take a redirected response for a page.
  return new Response(body, { status, headers });
}

async function takeOver() {
  await forgetOthers();
  await scope.clients.claim(); // the tab of the first visit, which may need files that its host soon has no more
}

/** While a tab is open, it may be one of another version. */
async function forgetOthers() {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.some(({ url }) => url.startsWith(home))) return;
  const names = await caches.keys();
  // Stores are listed from the oldest on: one that comes after is that of a version being installed.
  const older = names
    .filter((name) => name.startsWith(family))
    .slice(0, -1)
    .filter((name) => name !== own);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** The names of files in assets say what is in them. @param {string} address */
function isNamedByContent(address) {
  return new URL(address, home).href.startsWith(`${home}assets/`);
}

/** As it was kept, by whichever version, else from the host. @param {Request} request */
async function kept(request) {
  try {
    for (const name of [own, ...(await caches.keys()).filter((one) => one.startsWith(family) && one !== own)]) {
      const found = await (await caches.open(name)).match(request, { ignoreVary: true });
      if (found) return found;
    }
  } catch {
    // A browser may refuse its store from one day to the next.
  }
  return fetch(request);
}

/** As the host has it now, else as it was. @param {Request} request */
async function newest(request) {
  try {
    const response = await fetch(request, { cache: 'no-cache' });
    if (response.status < 500) return response;
    return (await asItWas(request)) ?? response;
  } catch (error) {
    const found = await asItWas(request);
    if (found) return found;
    throw error;
  }
}

/** @param {Request} request */
async function asItWas(request) {
  const store = await caches.open(own);
  const { origin, pathname } = new URL(request.url);
  const address = `${origin}${pathname}`;
  if (address === home || address === `${home}index.html`) return store.match('./');
  const found = await store.match(address);
  // Anywhere else below, the page's relative addresses would lead nowhere.
  return found ?? (request.mode === 'navigate' ? Response.redirect(home) : undefined);
}
