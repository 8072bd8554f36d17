// The service worker: scripts/build-worker.mjs bundles it into /sw.js. The app registers it with its language, if it is not
// English: `/sw.js?language=de`.
/// <reference lib="webworker" />
import { NetworkOnly, Serwist } from 'serwist'
import { addMatchNotifications } from './match-notifications.ts'
import { addPushMessages } from './push-messages.ts'
import { workerFiles } from './worker-files.ts'

declare const self: ServiceWorkerGlobalScope

const { offline } = workerFiles(new URL(self.location.href).searchParams.get('language'))

addMatchNotifications(self)
addPushMessages(self)

new Serwist({
  precacheEntries: [offline],
  skipWaiting: true,
  clientsClaim: true,
  disableDevLogs: true,
  runtimeCaching: [{ matcher: ({ request }) => request.mode === 'navigate', handler: new NetworkOnly() }],
  fallbacks: { entries: [{ url: offline.url, matcher: () => true }] },
}).addEventListeners()
