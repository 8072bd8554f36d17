import { hash } from 'node:crypto'
import webPush from 'web-push'
import type { PushPayload } from '#schema/push.ts'
import { readerOf } from '#server/domains/mail/index.ts'
import { interestNameIn, sharedInterestKey } from '#server/platform/interest-keys.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { noticeText } from './notice-text.ts'
import { DELIVERY, interestOf } from './notices.ts'
import { postToService, type ServiceAnswer } from './post-to-service.ts'
import type { PushContext } from './push-context.ts'
import type { VapidKeys } from './vapid-keys.ts'

/** The longest topic that RFC 8030 allows, in characters. */
const TOPIC_LENGTH = 32

/** Encrypts a message for its browser, signs it, and sends it to the push service. @throws Error as `postToService` */
export function deliver(
  { texts }: Pick<PushContext, 'texts'>,
  delivery: ClaimedDelivery,
  vapid: VapidKeys,
): Promise<ServiceAnswer> {
  const { endpoint, p256dh, auth, kind, tag } = delivery
  const { ttl: TTL, urgency } = DELIVERY[kind]
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payloadOf(texts, delivery)),
    { vapidDetails: vapid, TTL, urgency, topic: topicOf(tag), contentEncoding: 'aes128gcm' },
  )
  return postToService({ endpoint, headers, body })
}

/** A push service replaces a waiting message by a newer one with its topic. The tag would tell it the conversation. */
const topicOf = (tag: string) => hash('sha256', tag, 'base64url').slice(0, TOPIC_LENGTH)

function payloadOf(texts: PushContext['texts'], delivery: ClaimedDelivery): PushPayload {
  const { kind, tag, conversationId, language, ownName, partnerName } = delivery
  const interest = bellInterestOf(delivery)
  const names = { showsNames: delivery.showsNames ?? false, interest, partnerName, ownName }
  return {
    kind,
    title: readerOf(texts, language).say(noticeText(kind, names)),
    tag,
    path: kind === 'decision' ? '/safety-centre' : '/',
    ...(conversationId && { conversationId }),
  }
}

/** Returns the interest of a bell as the profile has it now, in the language of the account; null without one. */
function bellInterestOf({ tag, interests, language }: ClaimedDelivery): string | null {
  const interest = interests?.find((one) => sharedInterestKey(one) === interestOf(tag))
  return interest === undefined ? null : interestNameIn(language, interest)
}
