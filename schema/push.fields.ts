import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { LIMITS, TIMING } from './limits.ts'
import {
  PUSH_KINDS,
  pageVisibility,
  pushDevice,
  pushPreferences,
  pushState,
  pushSubscriptionRequest,
  quietHours,
  savePushPreferences,
} from './push.ts'

export const pushSubscriptionRequestModel = requestModel('PushSubscriptionRequest', pushSubscriptionRequest, {
  description: 'A subscription of the browser at its push service.',
  fields: {
    endpoint: 'The address of the push service: https, at a service that the server knows.',
    p256dh: 'The public key of the browser (RFC 8291), in base64url.',
    auth: 'The secret of the subscription (RFC 8291), in base64url.',
  },
  example: {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
})

export const pushDeviceModel = responseModel('PushDevice', pushDevice, {
  description: 'A browser of the caller that gets push messages.',
  fields: {
    current: 'Whether this request uses the session of the browser.',
    browser: 'The name of the browser.',
    system: 'The name of the operating system.',
    created: 'When the browser subscribed.',
    lastSent: 'When the push service last took a message for it. Null before the first one.',
  },
  example: {
    id: EXAMPLE.other,
    current: true,
    browser: 'Firefox',
    system: 'Android',
    created: EXAMPLE.time,
    lastSent: null,
  },
})

export const quietHoursModel = responseModel('QuietHours', quietHours, {
  description: 'Hours of the day without push messages. What is still new is sent at their end.',
  fields: {
    from: 'When they begin, as HH:MM.',
    until: 'When they end, as HH:MM. An earlier time than the begin is on the next day.',
    timeZone: 'The time zone of the member, by its IANA name.',
  },
  example: { from: '22:00', until: '07:30', timeZone: 'Asia/Kolkata' },
})

export const pushPreferencesModel = responseModel('PushPreferences', pushPreferences, {
  description: 'What the caller wants to be told by push messages.',
  fields: {
    kinds: 'The kinds that are sent. Empty for none.',
    showsNames: 'Whether the name of the other member is shown. Message text never is.',
    quietHours: 'Hours without push messages. Null for none.',
  },
  example: { kinds: [...PUSH_KINDS], showsNames: false, quietHours: quietHoursModel.example },
})

export const savePushPreferencesModel = requestModel('SavePushPreferencesRequest', savePushPreferences, {
  description: 'What the caller wants to be told by push messages from now on.',
  fields: pushPreferencesModel.fields,
  example: pushPreferencesModel.example,
})

export const pushStateModel = responseModel('PushState', pushState, {
  description: 'The push messages of the caller.',
  fields: {
    publicKey:
      'The key with which a browser subscribes (VAPID, RFC 8292). Null when the server sends no push messages.',
    devices: `The browsers that get push messages, the current one first, at most ${LIMITS.pushDevices}.`,
  },
  example: {
    publicKey: pushSubscriptionRequestModel.example.p256dh,
    preferences: pushPreferencesModel.example,
    devices: [pushDeviceModel.example],
  },
})

export const pageVisibilityModel = requestModel('PageVisibility', pageVisibility, {
  description: 'Whether the member looks at a page.',
  fields: {
    page: 'An id that the page chose.',
    visible: `Whether the page is visible. Repeat it every ${TIMING.visiblePageRepeat / 1_000} seconds while it is: it lapses after ${TIMING.visiblePage / 1_000} seconds.`,
  },
  example: { page: EXAMPLE.other, visible: true },
})
