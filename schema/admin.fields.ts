import { userModel } from './account.fields.ts'
import * as admin from './admin.ts'
import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { RETENTION } from './retention.ts'

export const launchSignUpModel = requestModel('LaunchSignUpRequest', admin.launchSignUp, {
  description: 'Joins the launch list.',
  fields: { email: 'The email address to notify of the launch. Stored in lower case.' },
  example: { email: 'ben@example.com' },
})

export const adminStatsModel = responseModel('AdminStats', admin.adminStats, {
  description: 'The figures of the dashboard.',
  fields: {
    totalUsers: 'The number of accounts.',
    totalNotifications: 'The number of entries of the launch list.',
    notifiedCount: 'The number of entries that were sent the launch mail.',
    pendingCount: 'The number of entries that were not sent the launch mail yet.',
  },
  example: { totalUsers: 1200, totalNotifications: 80, notifiedCount: 30, pendingCount: 50 },
})

export const adminStatsResponseModel = responseModel('AdminStatsResponse', admin.adminStatsResponse, {
  description: adminStatsModel.description,
  fields: { responseData: 'The figures.' },
  example: { responseData: adminStatsModel.example },
})

export const adminUserModel = responseModel('AdminUser', admin.adminUser, {
  description: 'An account as staff see it.',
  fields: {
    userName: 'The email address.',
    displayName: userModel.fields.displayName,
    age: userModel.fields.age,
    city: userModel.fields.city,
    state: userModel.fields.state,
    country: userModel.fields.country,
    premiumUser: userModel.fields.premiumUser,
    active: userModel.fields.active,
    emailVerified: userModel.fields.emailVerified,
    created: userModel.fields.created,
    lastSeen: userModel.fields.lastSeen,
  },
  example: {
    id: EXAMPLE.asha,
    userName: EXAMPLE.email,
    displayName: 'Asha of Pune',
    gender: 'Female',
    age: 31,
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
    role: 'MEMBER',
    premiumUser: false,
    active: true,
    emailVerified: true,
    created: EXAMPLE.time,
    lastSeen: EXAMPLE.time,
  },
})

export const adminUsersResponseModel = responseModel('AdminUsersResponse', admin.adminUsersResponse, {
  description: 'A page of the accounts, the newest first.',
  fields: { totalElements: 'The number of accounts on all pages.' },
  example: { responseData: [adminUserModel.example], totalElements: 1 },
})

export const launchNotificationModel = responseModel('LaunchNotification', admin.launchNotification, {
  description: 'An entry of the launch list.',
  fields: {
    id: 'The id of the entry.',
    email: 'The email address to notify.',
    ipAddress: `The IP address that joined the list; removed with the launch mail, and after ${RETENTION.launchOriginDays} days at the latest.`,
    userAgent: `The browser that joined the list; removed with the launch mail, and after ${RETENTION.launchOriginDays} days at the latest.`,
    timestamp: 'When the address joined the list.',
    notified: 'Whether the launch mail was sent.',
    notifiedAt: 'When the launch mail was sent. Null before.',
    city: 'The city, when it is known.',
    state: 'The state, when it is known.',
    country: 'The country, when it is known.',
  },
  example: {
    id: EXAMPLE.other,
    email: 'ben@example.com',
    ipAddress: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
    timestamp: EXAMPLE.time,
    notified: false,
    notifiedAt: null,
    city: null,
    state: null,
    country: null,
  },
})

export const launchNotificationsResponseModel = responseModel(
  'LaunchNotificationsResponse',
  admin.launchNotificationsResponse,
  {
    description: 'A page of the launch list, the newest first.',
    fields: { responseData: 'The entries.', totalElements: 'The number of entries on all pages.' },
    example: { responseData: [launchNotificationModel.example], totalElements: 1 },
  },
)

export const notifiedModel = responseModel('Notified', admin.notifiedResponse.shape.responseData, {
  description: 'The size of a launch mailing.',
  fields: { notified: adminStatsModel.fields.notifiedCount },
  example: { notified: 50 },
})

export const notifiedResponseModel = responseModel('NotifiedResponse', admin.notifiedResponse, {
  description: 'The result of a launch mailing.',
  fields: { responseData: 'The result.' },
  example: { responseData: notifiedModel.example },
})
