import * as billing from './billing.ts'
import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { PRODUCT } from './product.ts'

export const moneyModel = responseModel('Money', billing.order.shape.charged.unwrap(), {
  description: 'An amount of money.',
  fields: {
    amount: 'The amount in hundredths of the currency.',
    currency: 'The currency as an ISO 4217 code, such as "INR".',
  },
  example: { amount: 599, currency: 'USD' },
})

export const orderRequestModel = requestModel('OrderRequest', billing.orderRequest, {
  description: 'What the member is about to pay.',
  fields: {
    currency: moneyModel.fields.currency,
    amount: 'The price of a plan in hundredths of the currency.',
  },
  example: { currency: 'INR', amount: 49_900 },
})

export const orderModel = responseModel('Order', billing.order, {
  description: 'An order that the payment provider has accepted.',
  fields: {
    id: 'The id of the order here.',
    orderId: 'The id of the order at the provider.',
    ...moneyModel.fields,
    paymentProvider: 'The provider that takes the payment.',
    approveUrl: 'The page of the provider where the member approves the payment, if the provider has one.',
    charged:
      'The amount charged when the provider does not take the price itself: in dollars when it refuses the currency, or rounded when it takes whole amounts only.',
  },
  example: {
    id: EXAMPLE.order,
    orderId: 'order_N1a2B3c4D5',
    amount: 49_900,
    currency: 'INR',
    paymentProvider: 'razorpay',
  },
})

export const subscribeModel = requestModel('SubscribeRequest', billing.subscribeRequest, {
  description: 'The payment that pays for the plan.',
  fields: { paymentId: 'The id of the payment at the provider.' },
  example: { paymentId: 'pay_N1a2B3c4D5' },
})

export const paypalCaptureRequestModel = requestModel('PaypalCaptureRequest', billing.paypalCaptureRequest, {
  description: 'The approved PayPal order.',
  fields: { orderId: 'The id of the order at PayPal.' },
  example: { orderId: '5O190127TN364715T' },
})

export const cardOptionsModel = responseModel('CardOptions', billing.paymentOptions.shape.card.unwrap(), {
  description: 'What a page needs to open the card checkout.',
  fields: { keyId: 'The public key of the card provider.', script: 'The URL of the checkout script.' },
  example: { keyId: 'rzp_test_1', script: 'https://checkout.razorpay.com/v1/checkout.js' },
})

export const paymentOptionsModel = responseModel('PaymentOptions', billing.paymentOptions, {
  description: 'The ways to pay that this server offers.',
  fields: {
    testMode: 'Whether payments move no real money.',
    card: 'The card checkout. Null when it is not configured.',
    paypal: 'Whether PayPal is configured.',
    freeConversationsADay: 'How many conversations a day a member without premium can start.',
  },
  example: { testMode: true, card: cardOptionsModel.example, paypal: true, freeConversationsADay: 20 },
})

export const paymentStatusModel = responseModel('PaymentStatus', billing.paymentStatus, {
  description: 'The state of a payment and of the premium that it pays for.',
  fields: {
    premiumActivated: 'Whether the payment has activated premium.',
    status: 'The state of the payment. An authorised payment is promised by the bank and on its way.',
    message: 'The state in a sentence for the member.',
  },
  example: { premiumActivated: true, status: 'completed', message: 'Premium is active.' },
})

export const subscribedModel = responseModel('Subscribed', billing.subscribed, {
  description: 'Premium is active.',
  fields: { ...paymentStatusModel.fields, success: 'Always true.' },
  example: { ...paymentStatusModel.example, success: true },
})

export const cardCaptureModel = responseModel('CardCapture', billing.cardCapture, {
  description: 'The outcome of a card payment. `success` is text, not a boolean.',
  fields: {
    success: 'Whether premium is active, as text.',
    message: 'The outcome in a sentence for the member.',
  },
  example: { success: 'true', message: 'Premium is active.' },
})

export const paypalCaptureModel = responseModel('PaypalCapture', billing.paypalCapture, {
  description: 'The outcome of a PayPal payment.',
  fields: {
    success: 'Whether the payment succeeded.',
    error: 'Why the payment failed, in a sentence for the member.',
  },
  example: { success: true },
})

export const transactionModel = responseModel('Transaction', billing.transaction, {
  description: 'A payment of the caller.',
  fields: {
    status: paymentStatusModel.fields.status,
    description: 'The name of what was paid for.',
    type: 'Whether it was a single payment or one for a subscription.',
    date: 'When the payment was made.',
    ...moneyModel.fields,
  },
  example: {
    id: EXAMPLE.order,
    status: 'completed',
    description: `${PRODUCT.name} Premium, Weekly`,
    type: 'payment',
    date: EXAMPLE.time,
    amount: 49_900,
    currency: 'INR',
  },
})

export const transactionsModel = responseModel('Transactions', billing.transactions, {
  description: 'The payments of the caller, the newest first, a hundred at most.',
  fields: {},
  example: [transactionModel.example],
})

export const subscriptionDetailsModel = responseModel('SubscriptionDetails', billing.subscriptionDetails, {
  description: 'The premium of the caller.',
  fields: {
    isPremium: 'Whether premium is active.',
    premiumValidity: 'When premium ends or ended. Null for members who never had it.',
    premiumCancelled: 'Whether the subscription is cancelled; premium stays active until it ends.',
  },
  example: { isPremium: true, premiumValidity: EXAMPLE.time, premiumCancelled: false },
})
