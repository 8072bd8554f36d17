// The service worker: scripts/build-worker.mjs bundles it into /sw.js. The app registers it with its language, if it is not
// English: `/sw.js?language=de`. Decision 37 says what it keeps and when.
/// <reference lib="webworker" />
import { Serwist } from 'serwist'
import { savesData } from '../data/saves-data.ts'
import { answerPages } from './answer-pages.ts'
import { keepApp } from './keep-app.ts'
import { addMatchNotifications } from './match-notifications.ts'
import { openPages } from './open-pages.ts'
import { addPushMessages } from './push-messages.ts'
import { addUnsentSync } from './unsent-sync.ts'
import { workerFiles } from './worker-files.ts'

declare const self: ServiceWorkerGlobalScope
/** The version of the app that the worker belongs to: the address of its first script. */
declare const PAGE_VERSION: string

const files = workerFiles(new URL(self.location.href).searchParams.get('language'))
const { offline, neutral, shell, copies, needed, further } = files
const serwist = new Serwist({
  // The app's own files are kept once a member is here.
  precacheEntries: [
    offline,
    ...neutral,
    shell,
    ...copies,
    ...[...needed, ...further].map((url) => ({ url, revision: null })),
  ],
  clientsClaim: true,
  navigationPreload: true,
  disableDevLogs: true,
})
serwist.registerCapture(({ request }) => request.mode === 'navigate', openPages(serwist, files))

const keep = (frugal: boolean) =>
  keepApp({ serwist, files, caches: self.caches, fetch: self.fetch.bind(self) }, frugal)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => {
  serwist.handleActivate(event)
  // Of the worker before Serwist.
  event.waitUntil(self.caches.delete('offline-1'))
})
self.addEventListener('fetch', serwist.handleFetch)
answerPages(self, { version: PAGE_VERSION, keepApp: keep })
addMatchNotifications(self)
addPushMessages(self)
addUnsentSync(self)

/** Keeps the offline page and the neutral one. Where an earlier version kept the app, this one keeps its own before it may take over. */
async function install() {
  const cache = await self.caches.open(serwist.precacheStrategy.cacheName)
  for (const { url } of [offline, ...neutral]) {
    const key = serwist.getPrecacheKeyForUrl(url)
    if (key) await cache.add(new Request(key, { cache: 'reload' }))
  }
  const hasApp = (await cache.keys()).some(({ url }) => url.includes(shell.url))
  if (!hasApp) return
  const isFrugal = savesData(self.navigator)
  // Without its files it is not installed, and the earlier version goes on. The browser tries again.
  await keep(isFrugal).catch((error: unknown) => {
    if (!isFrugal) throw error
  })
}
