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

// A tab asks for the notification of its match (match-notifications.ts), which remembers the tab.
self.addEventListener('message', (event) => event.waitUntil(notifyFor(event.source.id, event.data)))

/** Shows a notification, unless the member came back to the tab while this worker started. */
async function notifyFor(id, { title, options }) {
  const tab = await self.clients.get(id)
  if (tab?.visibilityState !== 'visible')
    await self.registration.showNotification(title, { ...options, data: id })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(bringToFront(event.notification.data))
})

/** Brings a tab to the front; if it is gone, the tab that the member used last, else a new one. */
async function bringToFront(id) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((one) => one.id === id) ?? tabs[0]
  return tab ? tab.focus() : self.clients.openWindow('/')
}
