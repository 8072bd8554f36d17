import { v7 as uuidv7 } from 'uuid'
import type { Position } from '#schema/location.ts'
import { pickLanguage } from '#schema/pick-language.ts'
import { type Geocoder, placeNames } from '#server/domains/nearby/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'

export interface LaunchOrigin {
  ipAddress: string
  userAgent: string | null
  /** The header Accept-Language. */
  acceptLanguage: string | undefined
  /** The browser's position. Only the names of the place are stored. */
  position: Position | null
}

/** Adds an address. Idempotent: the result does not reveal whether it was listed before. @throws ApiError RATE_LIMITED */
export async function joinLaunchList(
  {
    database: { prisma },
    clock,
    limits,
    geocoder,
  }: Pick<Platform, 'database' | 'clock' | 'limits'> & { geocoder: Geocoder },
  email: string,
  { position, acceptLanguage, ...origin }: LaunchOrigin,
): Promise<void> {
  await limits.consume('launchByAddress', origin.ipAddress)
  const place = position ? await placeNames(geocoder, position) : null
  const language = acceptLanguage ? pickLanguage(acceptLanguage) : null
  const row = { id: uuidv7(), email, timestamp: new Date(clock.now()), language, ...origin, ...place }
  await prisma.launchNotification.createMany({ data: row, skipDuplicates: true })
}
