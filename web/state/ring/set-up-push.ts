import type { PushState } from '#schema/push.ts'
import type { Api } from '../../data/api.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import { createPushDevice, type TurnedOn } from '../push/push-device.ts'
import { type PushSupport, type PushWindow, pushSupport } from '../push/push-support.ts'

interface SetUpPushDeps {
  window: PushWindow
  api: Api
  storage: Pick<PageStorage, 'getItem' | 'setItem' | 'removeItem'>
  userId: string
}

/** `elsewhere`: this browser gets no push messages, but another device of the member does. */
export type PushForRing = TurnedOn | Exclude<PushSupport, 'possible'> | 'elsewhere'

/**
 * Turns on push messages in this browser if it has none. Call it only at a press of the member, and before anything is
 * awaited: the browser asks them. @throws ApiFailure
 */
export async function setUpPush(
  deps: SetUpPushDeps,
  { publicKey, devices }: PushState,
): Promise<PushForRing> {
  const support = pushSupport(deps.window)
  // A browser that forbids notifications later shows none, although the server knows it.
  if (support === 'possible' && devices.some(({ current }) => current)) return 'on'
  const isPossible = support === 'possible' && publicKey !== null
  const outcome = isPossible ? await createPushDevice(deps).turnOn(publicKey) : support
  if (outcome !== 'on' && devices.some(({ current }) => !current)) return 'elsewhere'
  return outcome === 'possible' ? 'unsupported' : outcome
}
