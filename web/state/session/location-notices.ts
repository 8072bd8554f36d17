import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LocationProblem } from './geolocation.ts'

/** Spec §8, 'Location Notice'. */
export const LOCATION_NOTICES: Record<LocationProblem, MessageDescriptor> = {
  unsupported: msg`Geolocation is not supported by your browser. You can still register but nearby features will be limited.`,
  insecure: msg`Location access requires HTTPS. You can go on without it, but nearby features will be limited.`,
  security: msg`Location access requires HTTPS. You can go on without it, but nearby features will be limited.`,
  permission: msg`Location access denied. Please enable location permissions in your browser settings to use nearby features.`,
  unavailable: msg`Location information unavailable. You can go on without it, but nearby features will be limited.`,
  timeout: msg`Location request timed out. You can go on without it, but nearby features will be limited.`,
  unknown: msg`Unable to get your location. You can go on without it, but nearby features will be limited.`,
}
