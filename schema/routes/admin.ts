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
    summary: 'Read the figures of the product',
    responses: { 200: adminStatsResponse },
  },
  listAdminUsers: {
    method: 'GET',
    path: '/api/v1/admin/users',
    access: 'admin',
    summary: 'List members',
    query: adminListQuery,
    responses: { 200: adminUsersResponse },
  },
  listLaunchNotifications: {
    method: 'GET',
    path: '/api/v1/admin/launch-notifications',
    access: 'admin',
    summary: 'List the entries of the launch list',
    query: adminListQuery,
    responses: { 200: launchNotificationsResponse },
  },
  notifyLaunchList: {
    method: 'POST',
    path: '/api/v1/admin/launch-notifications/notify',
    access: 'admin',
    summary: 'Send the launch email',
    responses: { 200: notifiedResponse },
  },
  joinLaunchList: {
    method: 'POST',
    path: '/api/v1/launch-notifications',
    access: 'public',
    summary: 'Join the launch list',
    headers: locationHeaders,
    body: launchSignUp,
    responses: { 200: doneWithMessage },
  },
} as const satisfies Record<string, Route>
