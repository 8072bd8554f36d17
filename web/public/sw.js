// Keeps one page for when there is no connection. Everything else goes to the network as it is.
// The app registers the worker with its language, if it is not English: `/sw.js?language=de`.
const language = new URL(self.location.href).searchParams.get('language')
const OFFLINE = language ? `/offline.${language}.html` : '/offline.html'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open('offline-1').then((cache) => cache.add(new Request(OFFLINE, { cache: 'reload' }))),
  )
  self.skipWaiting()
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)))
})

// A press on the notification of a match (match-notifications.ts) brings its tab to the front.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window', includeUncontrolled: true })
      .then(([tab]) => (tab ? tab.focus() : self.clients.openWindow('/'))),
  )
})
