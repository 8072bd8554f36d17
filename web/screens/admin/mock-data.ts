import { t } from '@lingui/core/macro'
import type { AdminStats, AdminUser, LaunchNotification } from '#schema/admin.ts'

/** The loaded part of a list, with the total number of entries. */
export interface AdminPage<Element> {
  elements: readonly Element[]
  total: number
}

export interface AdminData {
  stats: AdminStats
  users: AdminPage<AdminUser>
  launch: AdminPage<LaunchNotification>
}

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T09:00:00.000Z`
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

const user = (n: number, changes: Partial<AdminUser>): AdminUser => ({
  id: idOf(n),
  userName: `example-${n}@example.com`,
  displayName: t`Example person ${{ number: n }}`,
  gender: 'Female',
  age: 27 + n,
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  role: 'MEMBER',
  premiumUser: false,
  active: true,
  emailVerified: true,
  created: at(n),
  lastSeen: at(n + 1),
  ...changes,
})

const entry = (n: number, notified: boolean): LaunchNotification => ({
  id: idOf(100 + n),
  email: `waits-${n}@example.com`,
  ipAddress: null,
  userAgent: null,
  timestamp: at(n),
  notified,
  notifiedAt: notified ? at(n + 2) : null,
  city: null,
  state: null,
  country: null,
})

/** Returns example data, labelled as such, for when the server cannot be reached. */
export const mockData = (): AdminData => ({
  stats: { totalUsers: 3, totalNotifications: 2, notifiedCount: 1, pendingCount: 1 },
  users: {
    elements: [
      user(1, { premiumUser: true }),
      user(2, { gender: 'Male', city: 'Panaji', state: 'Goa' }),
      user(3, { gender: 'Transgender', active: false }),
    ],
    total: 3,
  },
  launch: { elements: [entry(1, false), entry(2, true)], total: 2 },
})
