import {
  cardCapture,
  order,
  orderHeaders,
  orderRequest,
  paymentOptions,
  paymentParams,
  paymentStatus,
  paypalCapture,
  paypalCaptureRequest,
  subscribed,
  subscribeParams,
  subscribeRequest,
  subscriptionDetails,
  transactions,
  webhookBody,
  webhookHeaders,
} from '../billing.ts'
import { done, type Route } from '../route.ts'

const createOrder = {
  method: 'POST',
  access: 'member',
  headers: orderHeaders,
  body: orderRequest,
  responses: { 200: order },
} as const

const webhook = {
  method: 'POST',
  access: 'public',
  anyPage: true,
  headers: webhookHeaders,
  body: webhookBody,
  bodyType: 'text',
  responses: { 200: done },
} as const

export const BILLING_ROUTES = {
  getPaymentOptions: {
    method: 'GET',
    path: '/api/v1/payment/options',
    access: 'member',
    summary: 'How this server takes money',
    responses: { 200: paymentOptions },
  },
  createSimpleOrder: {
    ...createOrder,
    path: '/api/v1/orders/create-simple',
    summary: 'An order at the provider for the plan whose price this is',
  },
  createOrder: {
    ...createOrder,
    path: '/api/v1/orders/create',
    summary: 'The same, for clients whose first try failed',
  },
  getPaymentStatus: {
    method: 'GET',
    path: '/api/v1/payment/status/{paymentId}',
    access: 'member',
    changesState: true,
    summary: 'What became of a payment of mine, asked of the provider',
    params: paymentParams,
    responses: { 200: paymentStatus },
  },
  capturePayment: {
    method: 'POST',
    path: '/api/v1/payment/capture/{paymentId}',
    access: 'member',
    summary: 'Take the money of an authorised payment of mine',
    params: paymentParams,
    responses: { 200: cardCapture },
  },
  subscribe: {
    method: 'POST',
    path: '/api/v1/subscribe/{plan}',
    access: 'member',
    summary: 'Premium for the plan that a payment of mine is for',
    params: subscribeParams,
    body: subscribeRequest,
    responses: { 200: subscribed },
  },
  capturePaypalOrder: {
    method: 'POST',
    path: '/api/v1/orders/paypal/capture',
    access: 'member',
    summary: 'Take the money of an order of mine that was approved at PayPal',
    body: paypalCaptureRequest,
    responses: { 200: paypalCapture },
  },
  razorpayWebhook: {
    ...webhook,
    path: '/api/v1/webhooks/razorpay',
    summary: 'What Razorpay tells of itself, signed',
  },
  paypalWebhook: {
    ...webhook,
    path: '/api/v1/webhooks/paypal',
    summary: 'What PayPal tells of itself, signed',
  },
  listTransactions: {
    method: 'GET',
    path: '/api/v1/transactions',
    access: 'member',
    summary: 'My payments, the latest first',
    responses: { 200: transactions },
  },
  getSubscription: {
    method: 'GET',
    path: '/api/v1/subscription/details',
    access: 'member',
    summary: 'Whether I am premium, and until when',
    responses: { 200: subscriptionDetails },
  },
  cancelSubscription: {
    method: 'POST',
    path: '/api/v1/subscription/cancel',
    access: 'member',
    summary: 'Take no further plan; what was paid for stays until its end',
    responses: { 200: done },
  },
} as const satisfies Record<string, Route>
