/**
 * Keeps the pages' own files, never answers of /api. The build puts the list here; each list has its own store, and
 * a newer worker waits for the last tab of the older page, so that a page finds the files it was built with.
 */
const FILES = ['__FILES__'];
/** Files of the kiosk's page, which only a kiosk fetches. */
const KIOSK_FILES = ['__KIOSK_FILES__'];
/** Files of texts. The page names those of its language. */
const TEXTS = ['__TEXTS__'];
const STORE = '__STORE__';
const KIOSK = '/kiosk';

/** The code that a page begins with tells its build. */
const BEGINS_WITH = { '/': FILES[0], [KIOSK]: KIOSK_FILES[0] };

/** Keeps the page of the language that was read last, with its texts. A page of a newer build is not kept. */
const keepPage = async (address, answer) => {
  const text = await answer.clone().text();
  if (!text.includes(BEGINS_WITH[address])) return;
  const store = await caches.open(STORE);
  await store.addAll(TEXTS.filter((file) => text.includes(file)));
  await store.put(address, answer);
};

const fetchAndKeep = async (address) => {
  const answer = await fetch(address);
  if (answer.ok) await keepPage(address, answer);
};

const keepKiosk = async () => {
  await (await caches.open(STORE)).addAll(KIOSK_FILES);
  await fetchAndKeep(KIOSK);
};

self.addEventListener('install', (event) => {
  const keep = async () => {
    const isKiosk = (await caches.match(KIOSK)) !== undefined;
    const store = await caches.open(STORE);
    await store.addAll(FILES);
    await fetchAndKeep('/');
    if (isKiosk) await keepKiosk();
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

/** A kiosk is one tab that nobody closes. While nobody is there, it takes the newer worker, or keeps its page. */
self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
  if (event.data === 'keep kiosk') event.waitUntil(keepKiosk());
});

/** Files have a hash of their content in the name: the kept one is the right one. */
const keptFirst = async (request) => (await caches.match(request)) ?? fetch(request);

/** The newest page there is; the kept one only when there is no answer. */
const pageOrKept = async (event) => {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keepPage('/', answer.clone()));
    return answer;
  } catch (error) {
    const kept = await caches.match('/');
    if (kept) return kept;
    throw error;
  }
};

/** A kiosk opens at once, also where a network lets requests hang. */
const kioskPage = async (event) => {
  const kept = await caches.match(KIOSK);
  if (!kept) return fetch(event.request);
  event.waitUntil(fetchAndKeep(KIOSK).catch(() => undefined));
  return kept;
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === '/') event.respondWith(pageOrKept(event));
  else if (request.mode === 'navigate' && pathname === KIOSK) event.respondWith(kioskPage(event));
  else if ([FILES, KIOSK_FILES, TEXTS].some((files) => files.includes(pathname)))
    event.respondWith(keptFirst(request));
});
