import { describe, expect, it } from 'vitest'
import { ROUTES } from '#schema/routes.ts'
import { createGraphqlSchema } from '#server/transports/graphql/index.ts'

/** The GraphQL name of each REST call; both call the same domain function. */
const COUNTERPARTS: Record<string, string> = {
  getSession: 'Query.session',
  login: 'Mutation.logIn',
  requestPasskey: 'Mutation.requestPasskey',
  loginByPasskey: 'Mutation.loginByPasskey',
  register: 'Mutation.register',
  logout: 'Mutation.logOut',
  verifyEmail: 'Mutation.verifyEmail',
  resendVerification: 'Mutation.resendVerification',
  checkRegistrationRemoval: 'Query.canRemoveRegistration',
  removeRegistration: 'Mutation.removeRegistration',
  updateProfile: 'Mutation.updateProfile',
  recordVisit: 'Mutation.recordProfileVisit',

  requestPasswordReset: 'Mutation.requestPasswordReset',
  validateResetToken: 'Query.validateResetToken',
  verifyResetCode: 'Mutation.verifyResetCode',
  confirmReset: 'Mutation.resetPassword',
  changeAfterReset: 'Mutation.resetPassword',
  finishReset: 'Mutation.resetPassword',

  findMatch: 'Mutation.findMatch',
  cancelSearch: 'Mutation.cancelSearch',
  getSearch: 'Query.search',
  ringMe: 'Mutation.ringMe',
  getExpectedWait: 'Query.expectedWait',
  startConversation: 'Mutation.startConversation',
  currentConversation: 'Query.conversation',
  listConversations: 'Query.conversations',
  listMessages: 'Conversation.messages',
  sendMessage: 'Mutation.sendMessage',
  setTyping: 'Mutation.setTyping',
  markDelivered: 'Mutation.markDelivered',
  markRead: 'Mutation.markRead',
  clearConversation: 'Mutation.clearConversation',
  resign: 'Mutation.leaveConversation',
  disconnect: 'Mutation.leaveConversation',
  getPartner: 'Query.partner',
  reportUser: 'Mutation.report',
  blockUser: 'Mutation.block',
  unblockUser: 'Mutation.unblock',
  listKnocks: 'Query.knocks',
  acceptKnock: 'Mutation.acceptKnock',
  declineKnock: 'Mutation.declineKnock',
  allowKnocks: 'Mutation.allowKnocks',
  listNearby: 'Query.nearby',
  listEvenings: 'Query.evenings',
  remindOfEvening: 'Mutation.remindOfEvening',
  forgetEvening: 'Mutation.forgetEvening',
  askToKeep: 'Mutation.askToKeep',
  takeBackKeep: 'Mutation.takeBackKeep',
  listKept: 'Query.kept',
  updateKept: 'Mutation.updateKept',
  letGo: 'Mutation.letGo',
  getInterestBells: 'Query.interestBells',
  setInterestBell: 'Mutation.setInterestBell',
  getPush: 'Query.push',
  subscribeToPush: 'Mutation.subscribeToPush',
  removePushDevice: 'Mutation.removePushDevice',
  savePushPreferences: 'Mutation.savePushPreferences',
  reportVisibility: 'Mutation.reportVisibility',

  getPaymentOptions: 'Query.paymentOptions',
  createSimpleOrder: 'Mutation.createOrder',
  createOrder: 'Mutation.createOrder',
  getPaymentStatus: 'Query.paymentStatus',
  capturePayment: 'Mutation.capturePayment',
  subscribe: 'Mutation.subscribe',
  capturePaypalOrder: 'Mutation.capturePaypalOrder',
  listTransactions: 'Query.transactions',
  getSubscription: 'Query.subscription',
  cancelSubscription: 'Mutation.cancelSubscription',

  getAdminStats: 'Query.adminStats',
  listAdminUsers: 'Query.adminUsers',
  listLaunchNotifications: 'Query.launchNotifications',
  notifyLaunchList: 'Mutation.notifyLaunchList',
  joinLaunchList: 'Mutation.joinLaunchList',
}

/** Calls by payment providers, by mail programs that follow links, and by browsers for a file. */
const FOR_PROGRAMS = [
  'razorpayWebhook',
  'paypalWebhook',
  'unsubscribe',
  'getMissedMails',
  'chooseMissedMails',
  'downloadExport',
]

describe('every REST call', () => {
  // covers: beyond-graphql-covers-rest
  it('corresponds to an operation in GraphQL', () => {
    const calls = Object.keys(ROUTES).filter((name) => !FOR_PROGRAMS.includes(name))
    expect(Object.keys(COUNTERPARTS).sort()).toEqual(calls.sort())
    const schema = createGraphqlSchema()
    const missing = Object.values(COUNTERPARTS).filter((coordinate) => {
      const [type = '', field = ''] = coordinate.split('.')
      const found = schema.getType(type)
      return !(found && 'getFields' in found && field in found.getFields())
    })
    expect(missing).toEqual([])
  })
})
