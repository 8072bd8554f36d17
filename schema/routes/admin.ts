import {
  adminListQuery,
  adminStatsResponse,
  adminUsersResponse,
  launchNotificationsResponse,
  launchSignUp,
  notifiedResponse,
} from '../admin.ts'
import { locationHeaders } from '../location.ts'
import { doneWithMessage, type Route } from '../route.ts'

export const ADMIN_ROUTES = {
  getAdminStats: {
    method: 'GET',
    path: '/api/v1/admin/stats',
    access: 'admin',
    summary: 'How many people, and how many on the launch list',
    responses: { 200: adminStatsResponse },
  },
  listAdminUsers: {
    method: 'GET',
    path: '/api/v1/admin/users',
    access: 'admin',
    summary: 'People, the newest first',
    query: adminListQuery,
    responses: { 200: adminUsersResponse },
  },
  listLaunchNotifications: {
    method: 'GET',
    path: '/api/v1/admin/launch-notifications',
    access: 'admin',
    summary: 'The launch list, the newest first',
    query: adminListQuery,
    responses: { 200: launchNotificationsResponse },
  },
  notifyLaunchList: {
    method: 'POST',
    path: '/api/v1/admin/launch-notifications/notify',
    access: 'admin',
    summary: 'Mail everybody on the launch list who has not been mailed yet, once',
    responses: { 200: notifiedResponse },
  },
  joinLaunchList: {
    method: 'POST',
    path: '/api/v1/launch-notifications',
    access: 'public',
    summary: 'Be told when the beta ends',
    headers: locationHeaders,
    body: launchSignUp,
    responses: { 200: doneWithMessage },
  },
} as const satisfies Record<string, Route>
