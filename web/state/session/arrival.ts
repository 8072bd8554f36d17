import { t } from '@lingui/core/macro'
import type { AuthResponse } from '#schema/account.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { Services } from '../services.ts'
import { browserLocation } from './geolocation.ts'
import { createMemberLocation } from './member-location.ts'
import type { VisitType } from './session.ts'

/**
 * Runs after a login or a registration. Welcomes a member whose closed account was reopened, captures the position
 * where the browser allows it, and records the visit (spec §3, profile visitor).
 */
export async function noteArrival(
  window: Window,
  { api, position, session, toasts, storage, tabStorage }: Services,
  { user, reopened }: AuthResponse,
  visitType: VisitType,
) {
  // The draft contains an email address and a phone number.
  tabStorage.removeItem(STORAGE_KEYS.registerDraft)
  tabStorage.removeItem(STORAGE_KEYS.firstInterest)
  if (reopened) {
    toasts.show({
      title: t`Welcome back`,
      description: t`Your account is open again, with everything in it.`,
    })
  }
  if (!storage.isKept(STORAGE_KEYS.token)) {
    toasts.show({
      title: t`You stay logged in on this page only`,
      description: t`Your browser blocks stored data for this site, or its storage is full. Closing or reloading the page logs you out.`,
    })
  }
  if (visitType === 'login') {
    const memberLocation = createMemberLocation({ env: browserLocation(window), position, toasts, storage })
    await memberLocation.captureForSession({ wanted: user.nearBy })
  }
  if (session.getState().user?.id !== user.id) return
  const location = position.getState()
  await api.call('recordVisit', { body: { profileOwnerId: user.id, visitType, location } })
  if (location && visitType === 'login') await session.refresh()
}
