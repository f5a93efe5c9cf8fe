/**
 * Keeps the page's own files, never answers of /api. The build puts the list here; each list has its own store, and
 * a newer worker waits for the last tab of the older page, so that a page finds the files it was built with.
 */
const FILES = ['__FILES__'];
/** Files of texts. The page names those of its language. */
const TEXTS = ['__TEXTS__'];
const STORE = '__STORE__';

/** Keeps the page of the language that was read last, with its texts. A page of a newer build is not kept. */
const keepPage = async (answer) => {
  const text = await answer.clone().text();
  if (!text.includes(FILES[0])) return;
  const store = await caches.open(STORE);
  await store.addAll(TEXTS.filter((file) => text.includes(file)));
  await store.put('/', answer);
};

self.addEventListener('install', (event) => {
  const keep = async () => {
    const store = await caches.open(STORE);
    await store.addAll(FILES);
    await keepPage(await fetch('/'));
  };
  event.waitUntil(keep());
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
const pageOrKept = async (event) => {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keepPage(answer.clone()));
    return answer;
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
  if (request.mode === 'navigate' && pathname === '/') event.respondWith(pageOrKept(event));
  else if (FILES.includes(pathname) || TEXTS.includes(pathname)) event.respondWith(keptFirst(request));
});
