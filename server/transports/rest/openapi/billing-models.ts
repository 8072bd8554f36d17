import * as admin from '#schema/admin.ts'
import * as billing from '#schema/billing.ts'
import { PRODUCT } from '#schema/product.ts'
import { EXAMPLE, type Model, requestModel, responseModel } from './model.ts'

const AMOUNT = 'Hundredths of the currency.'
const CURRENCY = 'ISO 4217 code of the currency.'
const STATUS = {
  premiumActivated: 'Whether the payment has activated premium.',
  status: 'The state of the payment.',
  message: 'A sentence to show.',
}
const status = { premiumActivated: true, status: 'completed' as const, message: 'Premium is active.' }
const transaction = {
  id: EXAMPLE.order,
  status: 'completed' as const,
  description: `${PRODUCT.name} Premium, Weekly`,
  type: 'payment',
  date: EXAMPLE.time,
  amount: 49_900,
  currency: 'INR',
}
const subscription = { isPremium: true, premiumValidity: EXAMPLE.time, premiumCancelled: false }
const card = { keyId: 'rzp_test_1', script: 'https://checkout.razorpay.com/v1/checkout.js' }

const stats = { totalUsers: 1200, totalNotifications: 80, notifiedCount: 30, pendingCount: 50 }
const person = {
  id: EXAMPLE.asha,
  userName: 'asha@example.com',
  displayName: 'Asha of Pune',
  gender: 'Female' as const,
  age: 31,
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  role: 'MEMBER' as const,
  premiumUser: false,
  active: true,
  emailVerified: true,
  created: EXAMPLE.time,
  lastSeen: EXAMPLE.time,
}
const launch = {
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
}

const BILLING: readonly Model[] = [
  requestModel('OrderRequest', billing.orderRequest, {
    description: 'What the member is about to pay. It must equal the price of a plan in this currency.',
    fields: { currency: CURRENCY, amount: AMOUNT },
    example: { currency: 'INR', amount: 49_900 },
  }),
  requestModel('SubscribeRequest', billing.subscribeRequest, {
    description: 'The payment that pays for the plan.',
    fields: { paymentId: 'The provider’s id of the payment.' },
    example: { paymentId: 'pay_N1a2B3c4D5' },
  }),
  requestModel('PaypalCaptureRequest', billing.paypalCaptureRequest, {
    description: 'The approved PayPal order.',
    fields: { orderId: 'PayPal’s id of the order.' },
    example: { orderId: '5O190127TN364715T' },
  }),
  responseModel('PaymentOptions', billing.paymentOptions, {
    description: 'How this server takes payments.',
    fields: {
      testMode: 'True when no real money moves.',
      card: 'Card payments; null when they are not configured.',
      paypal: 'Whether PayPal is configured.',
      freeConversationsADay: 'New conversations a day of a member without premium.',
    },
    example: { testMode: true, card, paypal: true, freeConversationsADay: 20 },
  }),
  responseModel('CardOptions', billing.paymentOptions.shape.card.unwrap(), {
    description: 'The card provider.',
    fields: { keyId: 'The public key of the provider.', script: 'The address of the checkout script.' },
    example: card,
  }),
  responseModel('Order', billing.order, {
    description: 'An order at the payment provider.',
    fields: {
      id: 'The id of the order.',
      orderId: 'The provider’s id of the order.',
      amount: AMOUNT,
      currency: CURRENCY,
      paymentProvider: 'The provider.',
      approveUrl: 'The provider’s page where the member approves the payment.',
      charged:
        'The amount that is charged when the provider does not take the price itself: in dollars when it refuses the currency, or rounded when it takes whole amounts only.',
    },
    example: {
      id: EXAMPLE.order,
      orderId: 'order_N1a2B3c4D5',
      amount: 49_900,
      currency: 'INR',
      paymentProvider: 'razorpay',
    },
  }),
  responseModel('Money', billing.order.shape.charged.unwrap(), {
    description: 'An amount of money.',
    fields: { amount: AMOUNT, currency: CURRENCY },
    example: { amount: 599, currency: 'USD' },
  }),
  responseModel('PaymentStatus', billing.paymentStatus, {
    description: 'The state of a payment.',
    fields: STATUS,
    example: status,
  }),
  responseModel('CardCapture', billing.cardCapture, {
    description: 'The result of a capture. `success` is text, not a boolean.',
    fields: { success: 'Whether premium is active, as text.', message: 'A sentence to show.' },
    example: { success: 'true', message: 'Premium is active.' },
  }),
  responseModel('Subscribed', billing.subscribed, {
    description: 'Premium is active.',
    fields: { ...STATUS, success: 'Always true.' },
    example: { success: true, ...status },
  }),
  responseModel('PaypalCapture', billing.paypalCapture, {
    description: 'The result of a PayPal capture.',
    fields: { success: 'Whether premium is active.', error: 'Why it is not.' },
    example: { success: true },
  }),
  responseModel('Transaction', billing.transaction, {
    description: 'A payment of the member.',
    fields: {
      id: 'The id of the transaction.',
      status: 'The state of the payment. `authorized`: promised by the bank and on its way.',
      description: 'What was paid for.',
      type: 'The kind of transaction.',
      date: 'When it happened.',
      amount: AMOUNT,
      currency: CURRENCY,
    },
    example: transaction,
  }),
  responseModel('Transactions', billing.transactions, {
    description: 'The payments of the member, the latest first, a hundred at most.',
    fields: {},
    example: [transaction],
  }),
  responseModel('SubscriptionDetails', billing.subscriptionDetails, {
    description: 'The premium of the member.',
    fields: {
      isPremium: 'Whether premium is active.',
      premiumValidity: 'The end of premium, also after it; null for members who never had it.',
      premiumCancelled: 'Whether the member cancelled.',
    },
    example: subscription,
  }),
]

const ADMIN: readonly Model[] = [
  requestModel('LaunchSignUpRequest', admin.launchSignUp, {
    description: 'Joins the launch list.',
    fields: { email: 'The email address to write to. Stored in lower case.' },
    example: { email: 'ben@example.com' },
  }),
  responseModel('AdminStats', admin.adminStats, {
    description: 'Figures of the product.',
    fields: {
      totalUsers: 'Accounts.',
      totalNotifications: 'Entries of the launch list.',
      notifiedCount: 'Entries that were sent the launch email.',
      pendingCount: 'Entries that were not.',
    },
    example: stats,
  }),
  responseModel('AdminStatsResponse', admin.adminStatsResponse, {
    description: 'Figures of the product.',
    fields: { responseData: 'The figures.' },
    example: { responseData: stats },
  }),
  responseModel('AdminUser', admin.adminUser, {
    description: 'An account as administrators see it.',
    fields: {
      id: 'The id of the member.',
      userName: 'The email address.',
      displayName: 'The display name.',
      gender: 'The gender.',
      age: 'Age in years.',
      city: 'The city of the last known place.',
      state: 'The state of the last known place.',
      country: 'The country of the last known place.',
      role: 'The role of the account.',
      premiumUser: 'Whether premium is active.',
      active: 'Whether the account is open.',
      emailVerified: 'Whether the email address is verified.',
      created: 'When the account was created.',
      lastSeen: 'When the member was last active.',
    },
    example: person,
  }),
  responseModel('AdminUsersResponse', admin.adminUsersResponse, {
    description: 'A page of accounts, the newest first.',
    fields: { responseData: 'The accounts.', totalElements: 'The number of accounts on all pages.' },
    example: { responseData: [person], totalElements: 1 },
  }),
  responseModel('LaunchNotification', admin.launchNotification, {
    description: 'An entry of the launch list.',
    fields: {
      id: 'The id of the entry.',
      email: 'The email address.',
      ipAddress: 'Where it was added from; removed after 90 days.',
      userAgent: 'The browser it was added with; removed after 90 days.',
      timestamp: 'When it was added.',
      notified: 'Whether the launch email was sent.',
      notifiedAt: 'When the launch email was sent.',
      city: 'The city, when known.',
      state: 'The state, when known.',
      country: 'The country, when known.',
    },
    example: launch,
  }),
  responseModel('LaunchNotificationsResponse', admin.launchNotificationsResponse, {
    description: 'A page of the launch list, the newest first.',
    fields: { responseData: 'The entries.', totalElements: 'The number of entries on all pages.' },
    example: { responseData: [launch], totalElements: 1 },
  }),
  responseModel('NotifiedResponse', admin.notifiedResponse, {
    description: 'The result of a launch mailing.',
    fields: { responseData: 'The result.' },
    example: { responseData: { notified: 50 } },
  }),
  responseModel('Notified', admin.notifiedResponse.shape.responseData, {
    description: 'The size of a launch mailing.',
    fields: { notified: 'Entries that were sent the email.' },
    example: { notified: 50 },
  }),
]

export const BILLING_AND_ADMIN_MODELS: readonly Model[] = [...BILLING, ...ADMIN]
