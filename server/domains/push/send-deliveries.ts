import type { PushServiceName } from '#server/platform/metrics/instruments.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts'
import { deliver } from './deliver.ts'
import { DELIVERY } from './notices.ts'
import type { ServiceAnswer } from './post-to-service.ts'
import type { PushContext } from './push-context.ts'
import { pushServiceOf } from './push-services.ts'
import { quietFor } from './quiet-hours.ts'
import { deleteSubscription, finishDeliveries, postponeDelivery, recordSent } from './settle-deliveries.ts'
import type { VapidKeys } from './vapid-keys.ts'

/** The wait after the first failed try; it grows fourfold each time. In milliseconds. */
const FIRST_WAIT = 5_000
const MAX_ATTEMPTS = 6
/** The longest wait that a service may ask for, in milliseconds. */
const MAX_RETRY_AFTER = 60 * 60_000

/** Sends what is due at one service, a batch at a time. Returns how many messages the service took. */
export async function sendDeliveries(
  context: PushContext,
  vapid: VapidKeys,
  service: PushServiceName,
): Promise<number> {
  let sent = 0
  for (;;) {
    const claimed = await claimDeliveries(context, service)
    // A notice that came while an earlier one was sent is due again.
    if (claimed.length === 0) return sent
    const wanted = await dropUnwanted(context, claimed)
    const outcomes = await Promise.all(wanted.map((delivery) => send(context, vapid, service, delivery)))
    sent += outcomes.filter(Boolean).length
  }
}

/** Deletes what must not be sent, and returns the rest. */
async function dropUnwanted(
  context: PushContext,
  claimed: readonly ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  if (claimed.length === 0) return []
  const { clock, presence, visiblePages } = context
  const userIds = [...new Set(claimed.map(({ userId }) => userId))]
  const [watching, connected] = await Promise.all([
    visiblePages.watching(userIds),
    presence.connected(userIds),
  ])
  const now = clock.now()
  const isWanted = (delivery: ClaimedDelivery) =>
    delivery.canReceive &&
    delivery.isCurrent &&
    !delivery.mutedKinds?.includes(delivery.kind) &&
    expiryOf(delivery) > now &&
    !(watching.has(delivery.userId) && connected.has(delivery.userId))
  await finishDeliveries(
    context,
    claimed.filter((delivery) => !isWanted(delivery)),
    now,
  )
  return claimed.filter(isWanted)
}

/** When a message is not worth telling any more, in milliseconds since the epoch. */
const expiryOf = ({ kind, created }: ClaimedDelivery) => created.getTime() + DELIVERY[kind].ttl * 1_000

/** Sends one message unless it must wait. Returns whether the service took it. */
async function send(
  context: PushContext,
  vapid: VapidKeys,
  service: PushServiceName,
  delivery: ClaimedDelivery,
): Promise<boolean> {
  const { clock, services } = context
  const quiet = quietTimeOf(delivery, clock.now())
  if (quiet > 0) {
    await postponeDelivery(context, delivery, { due: clock.now() + quiet, attempts: delivery.attempts - 1 })
    return false
  }
  // The operator may have changed the services or the keys since the browser subscribed.
  if (pushServiceOf(delivery.endpoint, services) === null || delivery.serverKey !== vapid.publicKey) {
    await deleteSubscription(context, delivery)
    return false
  }
  try {
    return await settle(context, service, delivery, await deliver(context, delivery, vapid))
  } catch (error) {
    context.onError(error)
    await retry(context, service, delivery)
    return false
  }
}

const quietTimeOf = ({ quietFrom: from, quietUntil: until, timeZone }: ClaimedDelivery, now: number) =>
  from && until && timeZone ? quietFor({ from, until, timeZone }, now) : 0

/** Records what the service answered. Returns whether it took the message. */
async function settle(
  context: PushContext,
  service: PushServiceName,
  delivery: ClaimedDelivery,
  { status, retryAfter }: ServiceAnswer,
): Promise<boolean> {
  const { clock, metrics } = context
  if (status >= 200 && status < 300) {
    metrics.counter('pushes', { service, outcome: 'sent' })()
    await recordSent(context, delivery, clock.now())
    await finishDeliveries(context, [delivery], clock.now())
    return true
  }
  if (status === 404 || status === 410) {
    metrics.counter('pushes', { service, outcome: 'gone' })()
    await deleteSubscription(context, delivery)
  } else if (status === 429 || status >= 500) {
    await retry(context, service, delivery, waitOf(retryAfter, clock.now()))
  } else {
    // The service refuses this message, and would again: a redirect, a bad signature, or a message that is too large.
    context.onError(new Error(`the push service ${service} answered ${status}`))
    await giveUp(context, service, delivery)
  }
  return false
}

/** Returns how long a service asks to wait, in milliseconds; 0 when it does not. */
function waitOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MAX_RETRY_AFTER) : 0
}

async function retry(
  context: PushContext,
  service: PushServiceName,
  delivery: ClaimedDelivery,
  atLeast = 0,
): Promise<void> {
  const { attempts } = delivery
  const due = context.clock.now() + Math.max(atLeast, FIRST_WAIT * 4 ** (attempts - 1))
  if (attempts >= MAX_ATTEMPTS || due >= expiryOf(delivery)) return giveUp(context, service, delivery)
  context.metrics.counter('pushes', { service, outcome: 'failed' })()
  await postponeDelivery(context, delivery, { due, attempts })
}

async function giveUp(context: PushContext, service: PushServiceName, delivery: ClaimedDelivery) {
  context.metrics.counter('pushes', { service, outcome: 'given_up' })()
  await finishDeliveries(context, [delivery], context.clock.now())
}
