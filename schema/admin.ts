import * as z from 'zod'
import { emailAddress } from './email.ts'
import { GENDERS, ROLES } from './enums.ts'
import { LIMITS } from './limits.ts'
import { text } from './translatable.ts'

/** Wraps an admin answer in `responseData` (spec §7). */
const inResponse = <Model extends z.ZodType>(model: Model) => z.object({ responseData: model })

/** One page of a list, with the number of entries on all pages. */
const listInResponse = <Model extends z.ZodType>(model: Model) =>
  z.object({ responseData: z.array(model), totalElements: z.number().int() })

export const adminStats = z.object({
  totalUsers: z.number().int(),
  totalNotifications: z.number().int(),
  notifiedCount: z.number().int(),
  pendingCount: z.number().int(),
})
export type AdminStats = z.infer<typeof adminStats>
export const adminStatsResponse = inResponse(adminStats)

export const adminUser = z.object({
  id: z.uuid(),
  userName: z.string(),
  displayName: z.string(),
  gender: z.enum(GENDERS),
  age: z.number().int(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  role: z.enum(ROLES),
  premiumUser: z.boolean(),
  active: z.boolean(),
  emailVerified: z.boolean(),
  created: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
})
export type AdminUser = z.infer<typeof adminUser>
export const adminUsersResponse = listInResponse(adminUser)

export const launchNotification = z.object({
  id: z.uuid(),
  email: z.string(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  timestamp: z.iso.datetime(),
  notified: z.boolean(),
  notifiedAt: z.iso.datetime().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
})
export type LaunchNotification = z.infer<typeof launchNotification>
export const launchNotificationsResponse = listInResponse(launchNotification)

/**
 * Lists members by name or email, newest first. `before` is the id of the last entry of the previous page, so new entries
 * neither repeat nor hide one.
 */
export const adminListQuery = z.object({
  before: z.uuid(text('Not an id')).optional(),
  pageNumber: z.coerce.number().int().min(0).max(100_000).default(0),
  size: z.coerce.number().int().min(1).max(LIMITS.maxPageSize).default(LIMITS.maxPageSize),
  search: z.string().trim().max(LIMITS.userName.max).default(''),
})
export type AdminListQuery = z.output<typeof adminListQuery>

export const launchSignUp = z.object({
  email: emailAddress(text('Must be a valid email address')),
})

export const notifiedResponse = inResponse(z.object({ notified: z.number().int() }))
