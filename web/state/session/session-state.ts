import type { SessionResponse, User } from '#schema/account.ts'

export type Figures = Omit<SessionResponse, 'user'>
export type VisitType = 'login' | 'register'

export type SessionState =
  | { status: 'loading'; user: null; figures: null }
  | { status: 'unreachable'; user: null; figures: null; message: string }
  | { status: 'visitor'; user: null; figures: null }
  /** Signed in to a suspended account: the member can see the reason, appeal, and get their data. */
  | { status: 'suspended'; user: null; figures: null }
  | { status: 'member'; user: User; figures: Figures | null }
