import type { RouteName } from '#schema/routes.ts'

const TIME = '2026-03-18T09:30:00.000Z'
const DONE = { success: true }
const DEVICE = {
  id: '01999999-0000-7000-8000-0000000000d1',
  current: true,
  browser: 'Firefox',
  system: 'Android',
  created: TIME,
  lastSent: TIME,
}
const PREFERENCES = {
  kinds: ['message'],
  showsNames: false,
  quietHours: { from: '22:00', until: '07:30', timeZone: 'Asia/Kolkata' },
}

/** An answer of each route of push messages. */
export const PUSH_ANSWERS: [RouteName, number, unknown][] = [
  ['getInterestBells', 200, { bells: [{ interest: 'Jazz', on: false }] }],
  ['setInterestBell', 200, { bells: [{ interest: 'Jazz', on: true }] }],
  ['getPush', 200, { publicKey: 'BCVxsr7N', preferences: PREFERENCES, devices: [DEVICE] }],
  ['subscribeToPush', 200, DEVICE],
  ['removePushDevice', 200, DONE],
  ['savePushPreferences', 200, PREFERENCES],
  ['reportVisibility', 200, DONE],
]
