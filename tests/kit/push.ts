import { randomBytes } from 'node:crypto'
import { type PushPreferences, pushDevice, pushState } from '#schema/push.ts'
import { publicKeyOf } from '#server/platform/config/push-settings.ts'
import type { TestApp } from './app.ts'
import { type Person, pair } from './person.ts'
import type { PushService } from './push-service.ts'

// Node's own key is shorter when it begins with a zero.
const privateKey = randomBytes(32)

/** Keys that the operator of a test has set. */
export const VAPID = {
  publicKey: publicKeyOf(privateKey),
  privateKey: privateKey.toString('base64url'),
  subject: 'mailto:operator@example.com',
}

/** The settings of a node that sends to a push service of the test's own. */
export const pushSettings = ({ origin }: Pick<PushService, 'origin'>, keys = VAPID) => ({
  VAPID_PUBLIC_KEY: keys.publicKey,
  VAPID_PRIVATE_KEY: keys.privateKey,
  VAPID_SUBJECT: keys.subject,
  PUSH_SERVICES: `fcm.googleapis.com,${origin}`,
})

/** Sends push messages to a browser of the member. Returns the device and what the browser named. */
export async function subscribePush(person: Person, service: PushService) {
  const subscription = service.subscribe()
  const { status, body } = await person.call('POST', '/api/v1/push/devices', subscription)
  if (status !== 200) throw new Error(`subscribing answered ${status}: ${JSON.stringify(body)}`)
  return { device: pushDevice.parse(body), subscription }
}

export async function pushStateOf(person: Person) {
  return pushState.parse((await person.call('GET', '/api/v1/push')).body)
}

/** Changes what a member wants to be told. */
export async function choosePush(person: Person, change: Partial<PushPreferences>) {
  const { preferences } = await pushStateOf(person)
  return person.call('PUT', '/api/v1/push/preferences', { ...preferences, ...change })
}

/** Stops the periodic run: the test sends push messages itself. */
export const stopPeriodicPushes = (node: TestApp) => node.app.context.push[Symbol.asyncDispose]()

/** Sends what is due. The first run may join one that began earlier. */
export async function sendPushes(node: TestApp): Promise<void> {
  for (let run = 0; run < 2; run += 1) await node.app.context.push.sendDue()
}

/** Sends what is due, and returns what the service took since the last call. */
export async function takePushes(node: TestApp, service: PushService) {
  await sendPushes(node)
  return service.received.splice(0)
}

/** Two members in a chat. The first one gets push messages. */
export async function subscribedPair(node: TestApp, service: PushService) {
  const two = await pair(node)
  const { device, subscription } = await subscribePush(two.asha, service)
  await takePushes(node, service)
  return { ...two, device, subscription }
}
