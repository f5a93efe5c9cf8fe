/**
 * Keeps the page's own files, never answers of /api. The build puts the list here; each list has its own store, and
 * a newer worker waits for the last tab of the older page, so that a page finds the files it was built with.
 */
const FILES = ['__FILES__'];
const STORE = '__STORE__';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const removeOthers = async () => {
    const names = await caches.keys();
    await Promise.all(
      names
        .filter((name) => name.startsWith('punctual-') && name !== STORE)
        .map((name) => caches.delete(name)),
    );
    await self.clients.claim();
  };
  event.waitUntil(removeOthers());
});

/** Files have a hash of their content in the name: the kept one is the right one. */
const keptFirst = async (request) => (await caches.match(request)) ?? fetch(request);

/** The newest page there is; the kept one only when there is no answer. */
const pageOrKept = async (request) => {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match('/');
    if (kept) return kept;
    throw error;
  }
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === '/') event.respondWith(pageOrKept(request));
  else if (FILES.includes(pathname)) event.respondWith(keptFirst(request));
});
