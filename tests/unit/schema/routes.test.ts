import { describe, expect, it } from 'vitest'
import { ROUTES, type Route } from '#schema/routes.ts'

const routes: [string, Route][] = Object.entries(ROUTES)

// Third-party clients depend on these lines: a published route keeps its method, its path and its access.
const PUBLISHED = `
getSession GET /api/session member
login POST /auth public
requestPasskey POST /auth/passkey/options public
loginByPasskey POST /auth/passkey public
register POST /api/user public
logout GET /api/v1/logout account
resendVerification POST /re-verify public
verifyEmail GET /api/verify public
checkRegistrationRemoval GET /api/registration/removal public
removeRegistration POST /api/registration/removal public
updateProfile PUT /api/v1/user member
recordVisit POST /api/v1/profile-visitor member
requestPasswordReset POST /password/reset public
validateResetToken GET /password/validate-token public
confirmReset POST /password/confirm-reset public
changeAfterReset PUT /rapport-api/password/change-after-reset public
verifyResetCode GET /rapport-api/password/verify-reset-code public
finishReset PUT /password/finish-reset public
findMatch GET /api/v1/conversation member
cancelSearch DELETE /api/v1/conversation member
getSearch GET /api/v1/search member
ringMe PUT /api/v1/search/ring member
getExpectedWait GET /api/v1/expected-wait member
startConversation POST /api/v1/conversation member
listNearby POST /api/v1/near-by member
currentConversation GET /api/v1/conversation/{id} member
listConversations POST /api/v1/conversations member
listMessages POST /api/v1/messages member
sendMessage POST /api/v1/message member
setTyping PUT /api/v1/conversation/typing/{isTyping} member
markDelivered POST /api/v1/conversation/{id}/mark-delivered member
markRead POST /api/v1/conversation/{id}/mark-read member
clearConversation PUT /api/v1/conversation/{id}/clear member
resign GET /api/v1/conversation/{id}/resign member
disconnect POST /api/v1/conversation/{id}/disconnect member
getPartner GET /api/v1/user/{partnerId} member
reportUser POST /api/user/report/true member
blockUser POST /api/v1/blocks member
unblockUser DELETE /api/v1/blocks/{userId} member
listEvenings GET /api/v1/evenings member
remindOfEvening PUT /api/v1/evenings/{id}/reminder member
forgetEvening DELETE /api/v1/evenings/{id}/reminder member
askToKeep PUT /api/v1/conversation/{id}/keep member
takeBackKeep DELETE /api/v1/conversation/{id}/keep member
listKept GET /api/v1/kept member
updateKept PUT /api/v1/kept/{userId} member
letGo DELETE /api/v1/kept/{userId} member
listKnocks GET /api/v1/knocks member
acceptKnock POST /api/v1/knocks/{id}/accept member
declineKnock POST /api/v1/knocks/{id}/decline member
allowKnocks DELETE /api/v1/knock-refusals/{userId} member
getPaymentOptions GET /api/v1/payment/options member
createSimpleOrder POST /api/v1/orders/create-simple member
createOrder POST /api/v1/orders/create member
getPaymentStatus GET /api/v1/payment/status/{paymentId} member
capturePayment POST /api/v1/payment/capture/{paymentId} member
subscribe POST /api/v1/subscribe/{plan} member
capturePaypalOrder POST /api/v1/orders/paypal/capture member
razorpayWebhook POST /api/v1/webhooks/razorpay public
paypalWebhook POST /api/v1/webhooks/paypal public
listTransactions GET /api/v1/transactions member
getSubscription GET /api/v1/subscription/details member
cancelSubscription POST /api/v1/subscription/cancel member
downloadExport POST /api/v1/privacy/export/{id} account
getInterestBells GET /api/v1/interest-bells member
setInterestBell PUT /api/v1/interest-bells member
getPush GET /api/v1/push member
subscribeToPush POST /api/v1/push/devices member
removePushDevice DELETE /api/v1/push/devices/{id} account
savePushPreferences PUT /api/v1/push/preferences member
reportVisibility POST /api/v1/push/visibility member
getAdminStats GET /api/v1/admin/stats admin
listAdminUsers GET /api/v1/admin/users admin
listLaunchNotifications GET /api/v1/admin/launch-notifications admin
notifyLaunchList POST /api/v1/admin/launch-notifications/notify admin
joinLaunchList POST /api/v1/launch-notifications public
unsubscribe POST /unsubscribe public
getMissedMails GET /api/v1/missed-mails public
chooseMissedMails PUT /api/v1/missed-mails public
`

describe('the table of REST routes', () => {
  it('lists these methods, paths and access levels', () => {
    const table = routes.map(([name, { method, path, access }]) => [name, method, path, access].join(' '))
    expect(table).toEqual(PUBLISHED.trim().split('\n'))
  })

  it('marks the GET requests that change state', () => {
    const marked = routes.filter(([, route]) => route.changesState).map(([name]) => name)
    expect(marked).toEqual(['logout', 'findMatch', 'resign', 'getPaymentStatus'])
    expect(routes.filter(([, route]) => route.changesState && route.method !== 'GET')).toEqual([])
  })

  it.each(routes)('declares the success of %s, and each parameter of its path', (_, route) => {
    expect(Object.keys(route.responses).some((status) => /^20\d$/.test(status))).toBe(true)
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    if (named.length === 0) return expect(route.params).toBeUndefined()
    const empty = route.params?.safeParse({})
    expect(empty?.error?.issues.map(({ path }) => path.join('.'))).toEqual(named)
  })
})
