export { createPush, type Push } from './push.ts'
export type { PushSettings } from './push-context.ts'
export { createVapidKeys } from './vapid-keys.ts'
